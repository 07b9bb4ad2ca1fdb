import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../test/testing/account-calls.ts";
import { createPersonalData } from "../../test/testing/personal-data.ts";
import { mailsTo } from "../../test/testing/mails.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member, login, isSignedIn, requestReset } = accountCalls(t);

type Headers = { authorization: string };

const close = (headers: Headers, password: string = PASSWORD, address?: string) =>
  call("POST", contract.profile.remove.url, {
    headers,
    payload: { password },
    ...(address !== undefined && { address }),
  });

const signUp = (email: string, subscription_status: "trial" | "inactive") =>
  call("POST", contract.auth.signup.url, {
    payload: {
      username: "戻った人",
      email,
      password: PASSWORD,
      password2: PASSWORD,
      subscription_status,
      agreedToTerms: true,
    },
  });

/** Without a customer number the card provider is not called. */
const NO_CUSTOMER = { stripe_customers: { customer_id: null } };

test("closing an account leaves an anonymous row, and nobody can log in to it", async () => {
  const user = await member({ username: "佐藤 退子", email: "leaving@example.com" });
  await createPersonalData(t, user, NO_CUSTOMER);
  const [here, there] = [await t.as(user.id), await t.as(user.id)];
  const response = await close(here);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ message: expect.stringContaining("退会のお手続きが完了しました。") });

  const { rows } = await t.db.query({ text: "select * from users where id = $1", values: [user.id] });
  const [row] = rows;
  expect(row).toEqual({
    ...user,
    username: "退会した会員",
    email: `closed-${user.id}@invalid.example`,
    email_verified_at: null,
    password_hash: expect.stringMatching(/^\$argon2id\$/),
    subscription_plan: "none",
    subscription_status: "inactive",
    closed_at: t.clock.daysAgo(0),
  });

  expect(await Promise.all([here, there].map(isSignedIn))).toEqual([false, false]);
  for (const email of [user.email, row?.["email"]]) {
    expect((await login(email)).statusCode).toBe(401);
    expect((await requestReset(email)).statusCode).toBe(200);
    const subjects = email === user.email ? ["【学び舎】退会のお手続きが完了しました"] : [];
    expect((await mailsTo(t.db, email)).map(({ subject }) => subject)).toEqual(subjects);
  }
});

test("closing an account leaves the data of other members as it is", async () => {
  const [mine, other] = [await member(), await member()];
  await createPersonalData(t, mine, NO_CUSTOMER);
  await createPersonalData(t, other, NO_CUSTOMER);
  const headers = await t.as(other.id);
  const before = (await call("GET", contract.profile.export.url, { headers })).json();
  await close(await t.as(mine.id));
  expect((await call("GET", contract.profile.export.url, { headers })).json()).toEqual(before);
  expect(await isSignedIn(headers)).toBe(true);
});

test("a closed account's address can register again but gets no second free trial", async () => {
  const email = "once@example.com";
  const { token } = (await signUp(email, "trial")).json();
  expect((await close({ authorization: `Bearer ${token.access}` })).statusCode).toBe(200);
  const again = await signUp(email, "trial");
  expect(again.json().fields.email).toEqual([
    "このメールアドレスでは無料体験をすでにご利用いただいています。続けて視聴するには、会員登録のうえプランをお申し込みください。",
  ]);
  expect((await signUp(email, "inactive")).statusCode).toBe(201);
});

test("the address that a closing account will need cannot be registered", async () => {
  const user = await member();
  expect((await signUp(`closed-${user.id}@invalid.example`, "inactive")).statusCode).toBe(400);
  expect((await close(await t.as(user.id))).statusCode).toBe(200);
});

describe("the password", () => {
  test("is required, and a wrong one closes nothing", async () => {
    const { id, email } = await member();
    const headers = await t.as(id);
    const wrong = await close(headers, NEW_PASSWORD);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().fields).toEqual({ password: ["パスワードが正しくありません。"] });
    const none = await close(headers, "");
    expect(none.json().fields).toEqual({ password: ["パスワードが必要です。"] });
    expect((await login(email)).statusCode).toBe(200);
  });

  test("can be guessed ten times only", async () => {
    const headers = await t.as((await member()).id);
    const address = "198.51.100.40";
    for (let time = 0; time < 10; time++) await close(headers, `guess-${time}`, address);
    expect((await close(headers, PASSWORD, address)).statusCode).toBe(429);
    expect(await isSignedIn(headers)).toBe(true);
  });
});
