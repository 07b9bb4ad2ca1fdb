import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { createSeal } from "../../crypto/seal.ts";
import { accountCalls, NEW_PASSWORD } from "../../../test/testing/account-calls.ts";
import { resetTokenOf, subjectsTo } from "../../../test/testing/mails.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { member, login, requestReset, confirmReset, isSignedIn, call } = accounts;
const { codeOf, start, confirm, turnOn, turnOff, renewCodes, state, ticketFor, logIn } = secondFactorCalls(t, accounts);

async function memberWithSecondFactor() {
  const user = await member();
  const headers = await t.as(user.id);
  return { user, headers, ...(await turnOn(headers)) };
}

describe("setting up", () => {
  test("the first code turns it on, gives ten recovery codes and sends a mail", async () => {
    const user = await member();
    const headers = await t.as(user.id);
    const made = (await start(headers)).json();
    expect(made.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(decodeURIComponent(made.uri)).toContain(`otpauth://totp/学び舎:${user.email}?`);
    expect((await login(user.email)).statusCode, "not on before the first code").toBe(200);
    const confirmed = await confirm(headers, codeOf(made.secret));
    expect(new Set(confirmed.json().recovery_codes).size).toBe(10);
    expect((await state(headers)).json()).toEqual({
      enabled_at: new Date(t.clock.now()).toISOString(),
      recovery_codes_left: 10,
      is_required: false,
    });
    expect(await subjectsTo(t.db, user.email)).toContain("2段階認証がオンになりました");
  });

  test("requires the password", async () => {
    const headers = await t.as((await member()).id);
    const response = await start(headers, "not the password");
    expect(response.json().fields).toEqual({ password: ["パスワードが正しくありません。"] });
  });

  test("a wrong first code turns nothing on", async () => {
    const user = await member();
    const headers = await t.as(user.id);
    const { secret } = (await start(headers)).json();
    expect((await confirm(headers, codeOf(secret, 5))).statusCode).toBe(400);
    expect((await login(user.email)).statusCode).toBe(200);
  });

  test("a secret expires half an hour before its first code", async () => {
    const headers = await t.as((await member()).id);
    const { secret } = (await start(headers)).json();
    t.clock.advance({ minutes: 31 });
    const later = await t.as((await member()).id);
    expect((await confirm(headers, codeOf(secret))).statusCode).not.toBe(200);
    expect((await confirm(later, codeOf(secret))).json().type).toBe("not_set_up");
  });

  test.each([
    [1799, 200],
    [1800, 400],
  ])("a secret waits half an hour for its first code: after %i seconds the answer is %i", async (seconds, status) => {
    const user = await member();
    const { secret } = (await start(await t.as(user.id))).json();
    t.clock.advance({ seconds });
    expect((await confirm(await t.as(user.id), codeOf(secret))).statusCode).toBe(status);
  });

  test("is refused while a second factor is on", async () => {
    const { headers } = await memberWithSecondFactor();
    expect((await start(headers)).json().type).toBe("second_factor_on");
  });

  test("the database holds neither the secret nor a recovery code in clear", async () => {
    const { user, secret, codes } = await memberWithSecondFactor();
    const { rows } = await t.db.query<{ row: string }>({
      text: `select to_jsonb(f)::text || to_jsonb(c)::text as row
               from second_factors f join recovery_codes c using (user_id) where user_id = ${user.id}`,
    });
    expect(rows).toHaveLength(10);
    for (const { row } of rows) for (const text of [secret, ...codes]) expect(row).not.toContain(text);
  });
});

describe("login", () => {
  test("returns a ticket and neither user nor token for a right password", async () => {
    const { user } = await memberWithSecondFactor();
    const response = await login(user.email);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({
      error: expect.stringContaining("2段階認証で保護されています"),
      type: "second_factor_required",
      message: expect.any(String),
      ticket: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test("a wrong password gets the same answer as without a second factor", async () => {
    const { user } = await memberWithSecondFactor();
    const response = await login(user.email, "not the password");
    expect(response.statusCode).toBe(401);
    expect(response.json().error).toBe("メールアドレスまたはパスワードが正しくありません。");
  });

  test("ticket and code sign in, with spaces and full-width digits too", async () => {
    const { user, secret } = await memberWithSecondFactor();
    const code = codeOf(secret).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const response = await logIn(await ticketFor(user.email), ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(response.json()).toEqual({
      user: { id: user.id, username: user.username, subscription_status: "active" },
      token: { access: expect.any(String), refresh: expect.any(String) },
    });
  });

  test.each([-1, 1])("a code %i step off is valid, and two steps off is not", async (steps) => {
    const { user, secret } = await memberWithSecondFactor();
    t.clock.advance({ minutes: 2 });
    expect((await logIn(await ticketFor(user.email), codeOf(secret, 2 * steps))).statusCode).toBe(400);
    expect((await logIn(await ticketFor(user.email), codeOf(secret, steps))).statusCode).toBe(200);
  });

  test("a code is valid for one of two concurrent logins and voids older codes", async () => {
    const { user, secret } = await memberWithSecondFactor();
    const code = codeOf(secret);
    const tickets = [await ticketFor(user.email), await ticketFor(user.email)];
    const answers = await Promise.all(tickets.map((ticket) => logIn(ticket, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await logIn(await ticketFor(user.email), codeOf(secret, -1))).json().fields.code).toBeDefined();
  });

  test("a ticket is valid for one login and five minutes", async () => {
    const { user, secret } = await memberWithSecondFactor();
    const used = await ticketFor(user.email);
    expect((await logIn(used, codeOf(secret))).statusCode).toBe(200);
    t.clock.advance({ minutes: 1 });
    expect((await logIn(used, codeOf(secret))).json().type).toBe("ticket_expired");
    const old = await ticketFor(user.email);
    t.clock.advance({ seconds: 299 });
    expect((await logIn(old, codeOf(secret, 9))).json().fields, "still a ticket").toEqual({
      code: ["確認コードが正しくないか、すでに使われています。"],
    });
    t.clock.advance({ seconds: 1 });
    expect((await logIn(old, codeOf(secret))).json().type).toBe("ticket_expired");
    expect((await logIn("made-up", codeOf(secret))).json().type).toBe("ticket_expired");
  });

  test("a new password voids older tickets and still requires the code", async () => {
    const { user, secret } = await memberWithSecondFactor();
    const ticket = await ticketFor(user.email);
    await requestReset(user.email);
    await confirmReset(await resetTokenOf(t.db, user.email));
    expect((await logIn(ticket, codeOf(secret))).json().type).toBe("ticket_expired");
    expect((await login(user.email, NEW_PASSWORD)).json().type).toBe("second_factor_required");
  });
});

describe("recovery codes", () => {
  test("sign in once each, in lower case too, and the owner gets a mail", async () => {
    const { user, headers, codes } = await memberWithSecondFactor();
    const [code = ""] = codes;
    const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase();
    expect((await logIn(await ticketFor(user.email), typed)).statusCode).toBe(200);
    expect((await logIn(await ticketFor(user.email), code)).statusCode).toBe(400);
    expect((await state(headers)).json().recovery_codes_left).toBe(9);
    expect(await subjectsTo(t.db, user.email)).toContain("リカバリーコードが使われました");
  });

  test("of another member do not sign in", async () => {
    const { user } = await memberWithSecondFactor();
    const { codes } = await memberWithSecondFactor();
    expect((await logIn(await ticketFor(user.email), codes[0] ?? "")).statusCode).toBe(400);
  });

  test("are replaced with password and code, and the old ones stop working", async () => {
    const { user, headers, secret, codes } = await memberWithSecondFactor();
    expect((await renewCodes(headers, codeOf(secret), "wrong")).json().fields.password).toBeDefined();
    expect((await renewCodes(headers, codeOf(secret, 9))).json().fields.code).toBeDefined();
    const renewed = (await renewCodes(headers, codeOf(secret))).json().recovery_codes;
    expect((await logIn(await ticketFor(user.email), codes[1] ?? "")).statusCode).toBe(400);
    expect((await logIn(await ticketFor(user.email), renewed[0])).statusCode).toBe(200);
    expect(await subjectsTo(t.db, user.email)).toContain("リカバリーコードの再作成が完了しました");
  });
});

describe("guessing", () => {
  const STRANGER = "198.51.100.5";

  test("five wrong codes block a network for 15 minutes, and the owner gets one mail", async () => {
    const { user, secret } = await memberWithSecondFactor();
    const ticket = await ticketFor(user.email);
    for (let guess = 0; guess < 5; guess++) {
      expect((await logIn(ticket, codeOf(secret, 10 + guess), STRANGER)).statusCode).toBe(400);
    }
    for (let more = 0; more < 2; more++) {
      expect((await logIn(await ticketFor(user.email), codeOf(secret), STRANGER)).statusCode).toBe(429);
    }
    const warnings = (await subjectsTo(t.db, user.email)).filter((subject) => subject.includes("何度も入力"));
    expect(warnings).toHaveLength(1);
    t.clock.advance({ minutes: 16 });
    expect((await logIn(await ticketFor(user.email), codeOf(secret), STRANGER)).statusCode).toBe(200);
  });

  test("right codes do not count, also beside four wrong ones", async () => {
    const { user, headers, secret, codes } = await memberWithSecondFactor();
    const unused = await ticketFor(user.email);
    for (let guess = 0; guess < 4; guess++) {
      expect((await logIn(unused, codeOf(secret, 10 + guess), STRANGER)).statusCode).toBe(400);
    }
    for (let login = 0; login < 6; login++) {
      const answer = await logIn(await ticketFor(user.email), codeOf(secret), STRANGER);
      expect(answer.statusCode, `login ${login}`).toBe(200);
      t.clock.advance({ seconds: 30 });
    }
    const ticket = await ticketFor(user.email);
    expect((await logIn(ticket, codeOf(secret, 99), STRANGER)).statusCode).toBe(400);
    expect((await logIn(ticket, codeOf(secret), STRANGER)).statusCode).toBe(429);
    for (const code of codes.slice(0, 6)) {
      expect((await logIn(await ticketFor(user.email), code, STRANGER)).statusCode).toBe(200);
    }
    expect((await state(headers)).json().recovery_codes_left).toBe(4);
  });

  test("five wrong recovery codes block a network, and the authenticator's codes go on", async () => {
    const { user, secret, codes } = await memberWithSecondFactor();
    const ticket = await ticketFor(user.email);
    for (let guess = 2; guess < 7; guess++) {
      expect((await logIn(ticket, `ABCDEFGHJ${guess}`, STRANGER)).json().fields.code).toEqual([
        "確認コードが正しくないか、すでに使われています。",
      ]);
    }
    expect((await logIn(ticket, codes[0] ?? "", STRANGER)).statusCode).toBe(429);
    expect((await logIn(ticket, codeOf(secret), STRANGER)).statusCode).toBe(200);
  });

  test("ten wrong codes block a network for a day, and no other network", async () => {
    const { user, secret } = await memberWithSecondFactor();
    for (let round = 0; round < 2; round++) {
      const ticket = await ticketFor(user.email);
      for (let guess = 0; guess < 5; guess++) await logIn(ticket, codeOf(secret, 10 + guess), STRANGER);
      t.clock.advance({ minutes: 16 });
    }
    expect((await logIn(await ticketFor(user.email), codeOf(secret), STRANGER)).statusCode).toBe(429);
    expect((await logIn(await ticketFor(user.email), codeOf(secret))).statusCode).toBe(200);
    t.clock.advance({ days: 1 });
    expect((await logIn(await ticketFor(user.email), codeOf(secret), STRANGER)).statusCode).toBe(200);
  });

  test("thirty wrong codes from many networks block new networks for a day, and not the owner's", async () => {
    const { user, secret, codes } = await memberWithSecondFactor();
    const ticket = await ticketFor(user.email);
    for (let guess = 0; guess < 30; guess++) {
      expect((await logIn(ticket, codeOf(secret, 10 + guess))).statusCode).toBe(400);
    }
    expect((await logIn(ticket, codeOf(secret))).statusCode).toBe(429);
    const [session] = await selectRows(t.db, "sessions", { user_id: user.id });
    expect((await logIn(await ticketFor(user.email), codeOf(secret), session?.address)).statusCode).toBe(200);
    expect((await logIn(await ticketFor(user.email), codes[0] ?? "")).statusCode).toBe(200);
  });
});

describe("turning it off", () => {
  test("requires password and code, and the owner gets a mail", async () => {
    const { user, headers, secret } = await memberWithSecondFactor();
    expect((await turnOff(headers, codeOf(secret), "wrong")).json().fields.password).toBeDefined();
    expect((await turnOff(headers, codeOf(secret, 9))).json().fields.code).toBeDefined();
    expect((await login(user.email)).statusCode).toBe(403);
    expect((await turnOff(headers, codeOf(secret))).statusCode).toBe(200);
    expect((await login(user.email)).statusCode).toBe(200);
    expect(await subjectsTo(t.db, user.email)).toContain("2段階認証がオフになりました");
  });

  test("works with a recovery code", async () => {
    const { headers, codes } = await memberWithSecondFactor();
    expect((await turnOff(headers, codes[3] ?? "")).statusCode).toBe(200);
    expect((await turnOff(headers, codes[4] ?? "")).json().type).toBe("second_factor_off");
  });
});

test("the profile reports the second factor, and older sessions continue", async () => {
  const { headers } = await memberWithSecondFactor();
  t.clock.advance({ minutes: 1 });
  expect(await isSignedIn(headers)).toBe(true);
  const profile = await call("GET", contract.profile.get.url, { headers });
  expect(profile.json()).toMatchObject({ has_second_factor: true, needs_second_factor: false });
});

test("sealed text opens for the same owner and key only", () => {
  const seal = createSeal(Buffer.alloc(32, 1));
  const sealed = seal.close("secret", "second-factor:1");
  expect(seal.open(sealed, "second-factor:1")).toBe("secret");
  expect(seal.open(sealed, "second-factor:2")).toBeNull();
  expect(createSeal(Buffer.alloc(32, 2)).open(sealed, "second-factor:1")).toBeNull();
  expect(seal.open("", "second-factor:1")).toBeNull();
});
