import { writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { type Route, contract } from "@manabiya/contract";
import type { Colleagues } from "@manabiya/contract/staff/colleagues.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { BODY_TIME } from "../../accounts/access.ts";
import { accountCalls, PASSWORD } from "../../../test/testing/account-calls.ts";
import { createVideo } from "../../../test/testing/factories.ts";
import { mailsTo, subjectsTo } from "../../../test/testing/mails.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { createRandom } from "../../../test/testing/random.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { call, member, login } = accounts;
const { turnOn, ticketFor, logIn, codeOf } = secondFactorCalls(t, accounts);
const { list, invite, setRights, suspend, remove, resetSecondFactor } = contract.adminColleagues;
const { staffInvitation } = contract;
const reason = "担当の変更";
const ALL = { is_superuser: false, may_see_members: true, may_see_money: true, must_have_second_factor: false };
const NONE = { ...ALL, may_see_members: false, may_see_money: false };

type Caller = Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;
let me: Caller;

beforeEach(async () => {
  await t.db.query({ text: "update users set is_staff = false, is_superuser = false" });
  me = await staffCalls(t).superuser();
});

const bearer = (access: string) => ({ authorization: `Bearer ${access}` });
const profileStatus = async (headers: { authorization: string }) =>
  (await call("GET", contract.profile.get.url, { headers })).statusCode;
const colleague = (given: Parameters<typeof member>[0] = {}) => member({ is_staff: true, ...given });
const rightsOf = async (id: number) => {
  const [row] = await selectRows(t.db, "users", { id });
  return [row?.is_staff, row?.is_superuser, row?.may_see_members, row?.may_see_money];
};
const logOf = async (id: number) =>
  (await selectRows(t.db, "audit_log", { subject_id: id })).map(({ action, reason: given }) => [action, given]);

async function tokenTo(email: string): Promise<string> {
  const [mail] = (await mailsTo(t.db, email)).toReversed();
  return /invitation\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? expect.fail(`no invitation to ${email}`);
}

async function invited(
  email: string,
  by: Caller = me,
  rights: object = { may_see_members: true, may_see_money: false },
) {
  expect((await by.call(invite, {}, { email, ...rights })).statusCode).toBe(200);
  return tokenTo(email);
}

const read = (token: string) => call("POST", staffInvitation.read.url, { payload: { token } });
const joinWith = (token: string, username = "新人 花子") =>
  call("POST", staffInvitation.join.url, {
    payload: { token, username, new_password: PASSWORD, new_password2: PASSWORD },
  });
const accept = (token: string, headers: { authorization: string }) =>
  call("POST", staffInvitation.accept.url, { headers, payload: { token } });

describe("everything that a colleague holds", () => {
  let clips = 0;

  /** Two open tabs, an unfinished login, a played film, and invitations to others. */
  async function holdings() {
    const clip = `clip-${++clips}.webm`;
    await writeFile(join(t.dataDir, "media/videos", clip), "film");
    const video = await createVideo(t.db, t.clock, { host: "file", video_id: clip });
    const user = await colleague({ is_superuser: true, may_see_members: true, may_see_money: true });
    const { secret } = await turnOn(await t.as(user.id));
    const ticket = await ticketFor(user.email);
    const again = await ticketFor(user.email);
    const { access, refresh } = (await logIn(again, codeOf(secret))).json().token;
    const headers = bearer(access);
    const detail = await t.app.inject({ url: contract.videos.get.url.replace(":id", String(video.id)), headers });
    const { source_url: film } = detail.json<{ source_url: string }>();
    const own = { user, headers, call: me.call, get: me.get };
    const email = `guest-of-${user.id}@example.com`;
    const payload = { email, may_see_members: true, may_see_money: true };
    expect((await call("POST", invite.url, { headers, payload })).statusCode).toBe(200);
    t.clock.advance({ minutes: 1 });
    return { ...own, tab: await t.as(user.id), ticket, secret, refresh, film, guest: await tokenTo(email) };
  }

  test("ends for requests whose body is still on its way", async () => {
    await t.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = t.app.server.address() as AddressInfo;
    const user = await colleague();
    const other = await member();
    const requests = await Promise.all(
      [
        [contract.adminTags.create, { name: "持ち出し" }, user.id],
        [contract.profile.update, { username: "停止中の会員", email: other.email }, other.id],
      ].map(async ([route, payload, id]) => {
        const { method, url } = route as Route;
        const body = JSON.stringify(payload);
        const socket = connect(port, "127.0.0.1");
        const { authorization } = await t.as(Number(id));
        const lines = [`${method} ${url} HTTP/1.1`, "Host: x", "Connection: close", `Authorization: ${authorization}`];
        lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`, "", "");
        socket.write(lines.join("\r\n") + body.slice(0, 1));
        return { socket, rest: body.slice(1) };
      }),
    );
    // Until the requests count as slow.
    await pause(BODY_TIME + 100);
    expect((await me.call(remove, { id: user.id }, { reason })).statusCode).toBe(200);
    const suspended = await me.call(contract.adminMemberDesk.suspend, { id: other.id }, { is_suspended: true, reason });
    expect(suspended.statusCode).toBe(200);
    for (const { socket, rest } of requests) {
      socket.write(rest);
      expect(await text(socket)).toMatch(/^HTTP\/1.1 401 /);
    }
    expect(await selectRows(t.db, "tags", { name: "持ち出し" })).toEqual([]);
  });

  const statuses = async ({
    headers,
    tab,
    refresh,
    film,
    ticket,
    secret,
    guest,
  }: Awaited<ReturnType<typeof holdings>>) => ({
    token: await profileStatus(headers),
    polling: (await call("GET", contract.notices.count.url, { headers: tab })).statusCode,
    dashboard: (await call("GET", contract.dashboard.get.url, { headers: tab })).statusCode,
    film: (await t.app.inject({ url: film })).statusCode,
    refresh: (await call("POST", contract.auth.refresh.url, { payload: { refresh } })).statusCode,
    guest: (await read(guest)).statusCode,
    join: (await joinWith(guest)).statusCode,
    ticket: (await logIn(ticket, codeOf(secret))).statusCode,
  });
  const OPEN = {
    token: 200,
    polling: 200,
    dashboard: 200,
    film: 200,
    refresh: 200,
    guest: 200,
    join: 200,
    ticket: 200,
  };
  const ENDED = {
    token: 401,
    polling: 401,
    dashboard: 401,
    film: 403,
    refresh: 401,
    guest: 400,
    join: 400,
    ticket: 400,
  };

  test("works before", async () => {
    expect(await statuses(await holdings())).toEqual(OPEN);
  });

  test("ends with the removal, in one transaction", async () => {
    const held = await holdings();
    const { id } = held.user;
    const answer = await me.call(remove, { id }, { reason });
    expect(answer.json<Colleagues>().colleagues.map((each) => each.id)).not.toContain(id);
    expect(await statuses(held)).toEqual(ENDED);
    expect(await rightsOf(id)).toEqual([false, false, false, false]);
    expect(await logOf(id)).toContainEqual(["member.remove_staff", reason]);
    // The account remains as a member's, without the screens of staff.
    const again = await t.as(id);
    expect(await profileStatus(again)).toBe(200);
    expect((await call("GET", contract.dashboard.get.url, { headers: again })).statusCode).toBe(403);
  });

  test("ends with the removal on the member's page", async () => {
    const held = await holdings();
    await me.call(contract.adminMembers.setStaff, { id: held.user.id }, { is_staff: false, reason });
    expect(await statuses(held)).toEqual(ENDED);
    expect(await rightsOf(held.user.id)).toEqual([false, false, false, false]);
  });

  test("ends with a suspension, which no login passes until a superuser resumes the account", async () => {
    const held = await holdings();
    const { id, email } = held.user;
    const suspended = await me.call(suspend, { id }, { is_suspended: true, reason });
    const row = suspended.json<Colleagues>().colleagues.find((each) => each.id === id);
    expect(row).toMatchObject({ suspended_at: new Date(t.clock.now()).toISOString(), last_used_at: null });
    expect(await statuses(held)).toEqual(ENDED);
    expect(await profileStatus(await t.as(id))).toBe(401);
    const refused = await login(email);
    expect([refused.statusCode, refused.json().type]).toEqual([401, "account_suspended"]);
    expect((await login(email, "wrong-password-1")).json().type).not.toBe("account_suspended");
    await me.call(suspend, { id }, { is_suspended: false, reason });
    expect((await login(email)).json().type).toBe("second_factor_required");
    expect(await rightsOf(id)).toEqual([true, true, true, true]);
  });

  test("ends with the loss of a right, and stays when a right is added", async () => {
    const held = await holdings();
    const { id } = held.user;
    await me.call(setRights, { id }, { ...ALL, is_superuser: true, must_have_second_factor: true, reason });
    expect(await profileStatus(held.headers)).toBe(200);
    await me.call(setRights, { id }, { ...ALL, reason });
    expect(await statuses(held)).toEqual(ENDED);
    expect(await rightsOf(id)).toEqual([true, false, true, true]);
  });

  test("is not left behind when a login or an invitation runs at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const user = await colleague({ is_superuser: true });
      const headers = await t.as(user.id);
      const email = `race-${user.id}@example.com`;
      const payload = { email, may_see_members: true, may_see_money: true };
      const [, entered] = await Promise.all([
        me.call(remove, { id: user.id }, { reason }),
        login(user.email),
        call("POST", invite.url, { headers, payload }),
      ]);
      expect(await selectRows(t.db, "staff_invitations", { email })).toEqual([]);
      if (entered.statusCode !== 200) continue;
      const late = bearer(entered.json().token.access);
      expect((await call("GET", contract.dashboard.get.url, { headers: late })).statusCode).toBeOneOf([401, 403]);
    }
  });
});

describe("the last superuser", () => {
  const demote = (by: Caller, id: number) => by.call(setRights, { id }, { ...NONE, reason });
  const ENDINGS = {
    "demote each other": demote,
    "remove each other": (by: Caller, id: number) => by.call(remove, { id }, { reason }),
    "suspend each other": (by: Caller, id: number) => by.call(suspend, { id }, { is_suspended: true, reason }),
  };

  test.each(Object.entries(ENDINGS))("stays when two superusers %s at once", async (_name, end) => {
    for (let round = 0; round < 5; round++) {
      await t.db.query({ text: "update users set is_staff = false, is_superuser = false" });
      const [one, two] = [await staffCalls(t).superuser(), await staffCalls(t).superuser()];
      const answers = await Promise.all([end(one, two.user.id), end(two, one.user.id)]);
      const superusers = await selectRows(t.db, "users", { is_superuser: true });
      expect(superusers.filter(({ suspended_at }) => suspended_at === null)).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });

  test("and another act on each other at once without a failure", async () => {
    const other = await staffCalls(t).superuser();
    const { endSessions, grantAccess } = contract.adminMembers;
    const [mine, theirs] = [me.user.id, other.user.id];
    for (let round = 0; round < 8; round++) {
      const until = `2027-0${round + 1}-01`;
      const answers = await Promise.all([
        me.call(grantAccess, { id: theirs }, { until, reason }),
        other.call(grantAccess, { id: mine }, { until, reason }),
        me.call(setRights, { id: (await colleague()).id }, { ...ALL, reason }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    }
    expect((await me.call(endSessions, { id: theirs }, { reason })).statusCode).toBe(200);
  });

  test("stays whatever three superusers do to each other and to themselves at once", async () => {
    const random = createRandom(19);
    const leave = (by: Caller) =>
      call("POST", contract.profile.remove.url, { headers: by.headers, payload: { password: PASSWORD } });
    const text =
      "update users set password_hash = (select password_hash from users where id = $1) where id = any($2::int[])";
    const known = await member();
    for (let round = 0; round < 8; round++) {
      await t.db.query({ text: "update users set is_staff = false, is_superuser = false" });
      const three = [await staffCalls(t).superuser(), await staffCalls(t).superuser(), await staffCalls(t).superuser()];
      await t.db.query({ text, values: [known.id, three.map(({ user }) => user.id)] });
      const answers = await Promise.all(
        three.map((by, index) => {
          const target = three[(index + random.integer(1, 2)) % 3]?.user.id ?? 0;
          return random.chance(0.4) ? leave(by) : random.pick(Object.values(ENDINGS))(by, target);
        }),
      );
      for (const { statusCode } of answers) expect(statusCode).toBeOneOf([200, 400, 401, 403, 404]);
      const superusers = await selectRows(t.db, "users", { is_superuser: true });
      const left = superusers.filter(({ suspended_at, closed_at }) => suspended_at === null && closed_at === null);
      expect(left.length, `round ${round}`).toBeGreaterThan(0);
    }
  });

  test("cannot demote, remove or suspend themselves", async () => {
    for (const end of Object.values(ENDINGS)) {
      const refused = await end(me, me.user.id);
      expect([refused.statusCode, refused.json().type]).toEqual([400, "oneself"]);
    }
    expect((await me.call(resetSecondFactor, { id: me.user.id }, { reason })).json().type).toBe("oneself");
  });

  test("cannot close the account while the only other one is suspended", async () => {
    const last = await member({ is_superuser: true });
    await me.call(suspend, { id: last.id }, { is_suspended: true, reason });
    await t.db.query({
      text: "update users set password_hash = (select password_hash from users where id = $1) where id = $2",
      values: [last.id, me.user.id],
    });
    const payload = { password: PASSWORD };
    const refused = await call("POST", contract.profile.remove.url, { headers: me.headers, payload });
    expect(refused.json().type).toBe("last_administrator");
  });
});

describe("rights", () => {
  test("take effect at the colleague's next request", async () => {
    const user = await colleague();
    const headers = await t.as(user.id);
    const members = async () =>
      (await call("GET", contract.adminMembers.list.url, { headers: await t.as(user.id) })).statusCode;
    expect(await members()).toBe(403);
    const answer = await me.call(setRights, { id: user.id }, { ...NONE, may_see_members: true, reason });
    expect(answer.json<Colleagues>().colleagues).toContainEqual(
      expect.objectContaining({ id: user.id, may_see_members: true, may_see_money: false }),
    );
    expect((await call("GET", contract.adminMembers.list.url, { headers })).statusCode).toBe(200);
    await me.call(setRights, { id: user.id }, { ...NONE, reason });
    expect(await members()).toBe(403);
    expect(await logOf(user.id)).toEqual(Array.from({ length: 2 }, () => ["member.set_rights", reason]));
  });

  test("belong to staff only, and each change needs a reason", async () => {
    const { id } = await member();
    expect((await me.call(setRights, { id }, { ...ALL, reason })).statusCode).toBe(404);
    expect((await me.call(suspend, { id }, { is_suspended: true, reason })).statusCode).toBe(404);
    expect((await me.call(resetSecondFactor, { id }, { reason })).statusCode).toBe(404);
    const other = await colleague();
    for (const [route, body] of [
      [setRights, ALL],
      [suspend, { is_suspended: true }],
      [remove, {}],
      [resetSecondFactor, {}],
    ] as const) {
      const refused = await me.call(route, { id: other.id }, { ...body, reason: " " });
      expect(refused.json().fields).toEqual({ reason: ["理由を入力してください。"] });
    }
  });

  test("do not come back with a new place among staff", async () => {
    const user = await member({ may_see_members: true, may_see_money: true });
    await me.call(contract.adminMembers.setStaff, { id: user.id }, { is_staff: true, reason });
    expect(await rightsOf(user.id)).toEqual([true, false, false, false]);
    await me.call(setRights, { id: user.id }, { ...ALL, reason });
    await me.call(contract.adminMembers.setStaff, { id: user.id }, { is_staff: true, reason });
    expect(await rightsOf(user.id)).toEqual([true, false, true, true]);
  });

  test("go to no account whose address nobody verified", async () => {
    const user = await member({ email_verified_at: null });
    const refused = await me.call(contract.adminMembers.setStaff, { id: user.id }, { is_staff: true, reason });
    expect([refused.statusCode, refused.json().type]).toEqual([400, "email_unverified"]);
    expect(await rightsOf(user.id)).toEqual([false, false, false, false]);
  });
});

describe("a colleague's second factor", () => {
  test("can be required, which closes the staff screens until it is set up", async () => {
    const user = await colleague();
    const headers = await t.as(user.id);
    const dashboard = () => call("GET", contract.dashboard.get.url, { headers });
    expect((await dashboard()).statusCode).toBe(200);
    await me.call(setRights, { id: user.id }, { ...NONE, must_have_second_factor: true, reason });
    expect((await dashboard()).json().type).toBe("second_factor_setup_required");
    expect((await call("GET", contract.profile.get.url, { headers })).json().needs_second_factor).toBe(true);
    await turnOn(headers);
    expect((await dashboard()).statusCode).toBe(200);
  });

  test("is reset by a superuser with a reason; the colleague is told and logged out", async () => {
    const user = await colleague({ must_have_second_factor: true });
    const headers = await t.as(user.id);
    await turnOn(headers);
    const ticket = await ticketFor(user.email);
    expect(ticket).toEqual(expect.any(String));
    const answer = await me.call(resetSecondFactor, { id: user.id }, { reason: "電話を紛失" });
    const row = answer.json<Colleagues>().colleagues.find((each) => each.id === user.id);
    expect(row).toMatchObject({ has_second_factor: false, must_have_second_factor: true });
    expect(await profileStatus(headers)).toBe(401);
    expect(await subjectsTo(t.db, user.email)).toContain("管理者が2段階認証を解除しました");
    expect(await logOf(user.id)).toEqual([["member.turn_off_second_factor", "電話を紛失"]]);
    const { token } = (await login(user.email)).json();
    const dashboard = await call("GET", contract.dashboard.get.url, { headers: bearer(token.access) });
    expect(dashboard.json().type).toBe("second_factor_setup_required");
    const again = await me.call(resetSecondFactor, { id: user.id }, { reason });
    expect(again.json().type).toBe("second_factor_off");
  });
});

describe("an invitation", () => {
  test("sets up an account with a confirmed address and the chosen rights, once", async () => {
    const email = "newcomer-1@example.com";
    const token = await invited(email);
    expect((await me.call(list)).json<Colleagues>().invitations).toMatchObject([{ email, may_see_members: true }]);
    expect((await read(token)).json()).toEqual({ email, has_account: false });
    const answers = await Promise.all([joinWith(token), joinWith(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const [user] = await selectRows(t.db, "users", { email });
    expect(user).toMatchObject({ username: "新人 花子", subscription_status: "inactive" });
    expect(user?.email_verified_at).not.toBeNull();
    expect(await rightsOf(user?.id ?? 0)).toEqual([true, false, true, false]);
    const { token: tokens } = (await login(email)).json();
    const members = await call("GET", contract.adminMembers.list.url, { headers: bearer(tokens.access) });
    expect(members.statusCode).toBe(200);
    expect((await read(token)).statusCode).toBe(400);
    expect((await me.call(list)).json<Colleagues>().invitations).toEqual([]);
    const [joined] = await selectRows(t.db, "audit_log", { subject_id: user?.id ?? 0 });
    expect(joined?.after).toEqual({ is_staff: true, may_see_members: true, may_see_money: false });
  });

  test("raises the account of its address after its owner has logged in", async () => {
    const user = await member();
    const token = await invited(user.email);
    expect((await read(token)).json()).toEqual({ email: user.email, has_account: true });
    expect((await joinWith(token)).json().type).toBe("has_account");
    const other = await member();
    expect((await accept(token, await t.as(other.id))).json().type).toBe("other_account");
    const headers = await t.as(user.id);
    expect((await accept(token, headers)).statusCode).toBe(200);
    expect(await rightsOf(user.id)).toEqual([true, false, true, false]);
    expect((await accept(token, headers)).statusCode).toBe(400);
    expect((await login(user.email)).statusCode).toBe(200);
  });

  test("takes an account of the address from the stranger who set it up without a confirmation", async () => {
    const email = "target@example.com";
    const stranger = await member({ email, email_verified_at: null });
    const headers = await t.as(stranger.id);
    const token = await invited(email);
    expect((await accept(token, headers)).statusCode).toBe(400);
    expect((await read(token)).json().has_account).toBe(false);
    const payload = { token, username: "本人", new_password: "potato-stew-52", new_password2: "potato-stew-52" };
    expect((await call("POST", staffInvitation.join.url, { payload })).statusCode).toBe(200);
    expect(await profileStatus(headers)).toBe(401);
    expect((await login(email)).statusCode).toBe(401);
    expect((await login(email, "potato-stew-52")).statusCode).toBe(200);
    expect(await rightsOf(stranger.id)).toEqual([true, false, true, false]);
  });

  test("ends when it expires, is replaced or is withdrawn", async () => {
    const first = await invited("late@example.com");
    const second = await invited("late@example.com");
    expect((await read(first)).statusCode).toBe(400);
    expect((await read(second)).statusCode).toBe(200);
    t.clock.advance({ days: 3 });
    expect((await read(second)).statusCode).toBe(400);
    expect((await joinWith(second)).json().type).toBe("invalid_link");
    me = await staffCalls(t).superuser();
    const third = await invited("late@example.com");
    const [open] = (await me.call(list)).json<Colleagues>().invitations;
    expect((await me.call(contract.adminColleagues.withdraw, { id: open?.id ?? 0 })).statusCode).toBe(200);
    expect((await read(third)).statusCode).toBe(400);
    const { after: _after, ...audit } =
      (await selectRows(t.db, "audit_log", { action: "invitation.withdraw" }))[0] ?? {};
    expect(JSON.stringify(audit)).not.toContain("late@example.com");
  });

  test("is for nobody who is staff already, and comes from superusers only", async () => {
    const user = await colleague();
    const refused = await me.call(invite, {}, { email: user.email, may_see_members: true, may_see_money: true });
    expect(refused.json().fields).toEqual({ email: ["このメールアドレスの方は、すでにスタッフです。"] });
    const payload = { email: "friend@example.com", may_see_members: true, may_see_money: true };
    const headers = await t.as(user.id);
    expect((await call("POST", invite.url, { headers, payload })).json().type).toBe("missing_right");
  });

  test.each<[string, (id: number) => Promise<unknown>]>([
    ["removal", (id) => me.call(remove, { id }, { reason })],
    ["demotion", (id) => me.call(setRights, { id }, { ...NONE, reason })],
    [
      "suspension",
      async (id) => {
        await me.call(suspend, { id }, { is_suspended: true, reason });
        await me.call(suspend, { id }, { is_suspended: false, reason });
      },
    ],
  ])("to a colleague's own address gives nothing back after a %s", async (_name, end) => {
    const user = await member();
    const token = await invited(user.email);
    await me.call(contract.adminMembers.setStaff, { id: user.id }, { is_staff: true, reason });
    await me.call(setRights, { id: user.id }, { ...ALL, may_see_money: false, reason });
    await end(user.id);
    const before = await rightsOf(user.id);
    expect((await accept(token, await t.as(user.id))).statusCode).toBe(400);
    expect(await rightsOf(user.id)).toEqual(before);
  });

  test("is accepted or ended, without a deadlock, when the colleague is removed at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const user = await member();
      const token = await invited(user.email);
      await me.call(contract.adminMembers.setStaff, { id: user.id }, { is_staff: true, reason });
      const headers = await t.as(user.id);
      const answers = await Promise.all([accept(token, headers), me.call(remove, { id: user.id }, { reason })]);
      expect(answers.map(({ statusCode }) => statusCode)[1]).toBe(200);
      expect(answers[0]?.statusCode).toBeOneOf([200, 400, 401]);
      expect(await rightsOf(user.id)).toEqual([false, false, false, false]);
    }
  });

  test("holds no longer than its inviter's power, however that ends", async () => {
    const inviter = await staffCalls(t).superuser();
    const token = await invited("guest@example.com", inviter);
    // An earlier release takes the right and leaves the row.
    await t.db.query({ text: "update users set is_superuser = false where id = $1", values: [inviter.user.id] });
    expect((await read(token)).statusCode).toBe(400);
    expect((await joinWith(token)).statusCode).toBe(400);
  });
});
