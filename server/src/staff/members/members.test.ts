import { contract } from "@manabiya/contract";
import type { Member, MemberDetail, MemberFilter } from "@manabiya/contract/staff/members.ts";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { Profile } from "@manabiya/contract/accounts/profile.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "../../accounts/passwords/password.ts";
import type { PagedResult } from "../../http/paging.ts";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { accountCalls, PASSWORD } from "../../../test/testing/account-calls.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { list, get, grantAccess, endAccess, setStaff, endSessions } = contract.adminMembers;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;

beforeEach(async () => {
  me = await staffCalls(t).superuser();
});

const reason = "お問い合わせ 12 への対応";
const search = async (q: string, status: MemberFilter = "all") =>
  (await me.get(`${list.url}?q=${encodeURIComponent(q)}&status=${status}`)).json<PagedResult<Member>>();
const profileOf = (headers: { authorization: string }) => t.app.inject({ url: contract.profile.get.url, headers });
const logOf = async (id: number) =>
  (await me.get(`${contract.audit.list.url}?subject=member&subject_id=${id}`)).json<PagedResult<AuditEntry>>();

describe("the list", () => {
  test("finds members by part of a name or address in any width and case", async () => {
    const user = await createUser(t.db, t.clock, { username: "山田 ABC%", email: "yamada-77@example.com" });
    for (const q of ["山田", "abc", "ＡＢＣ", "yamada-77", "%"]) {
      expect((await search(q)).results.map(({ id }) => id)).toEqual([user.id]);
    }
    for (const q of ["a_a", "\\", "山本"]) expect((await search(q)).results).toEqual([]);
  });

  test("filters by present access, newest first, 20 per page", async () => {
    await t.db.query({ text: "update users set closed_at = $1", values: [t.clock.daysAgo(0)] });
    me = await staffCalls(t).superuser();
    const day = t.clock.daysAgo(-3);
    const made = {
      active: await createUser(t.db, t.clock, { created_at: t.clock.daysAgo(1) }),
      trial: await createUser(t.db, t.clock, { subscription_status: "trial" }),
      inactive: await createUser(t.db, t.clock, { subscription_status: "inactive" }),
      canceled: await createUser(t.db, t.clock, { subscription_status: "canceled", access_granted_until: day }),
      staff: await createUser(t.db, t.clock, { is_staff: true }),
    };
    const ids = async (status: MemberFilter) => (await search("", status)).results.map(({ id }) => id);
    expect(await ids("active")).toEqual([made.active.id, made.staff.id]);
    expect(await ids("trial")).toEqual([made.trial.id]);
    expect(await ids("canceled")).toEqual([made.canceled.id]);
    expect(await ids("granted")).toEqual([made.canceled.id]);
    expect((await ids("staff")).toSorted((a, b) => a - b)).toEqual(
      [made.staff.id, me.user.id].toSorted((a, b) => a - b),
    );
    expect((await ids("all"))[0]).toBe(made.active.id);
    const watching = new Map((await search("")).results.map(({ id, can_watch }) => [id, can_watch]));
    expect([made.active, made.trial, made.inactive, made.canceled].map(({ id }) => watching.get(id))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    const all = await search("");
    expect(all.results).toHaveLength(Math.min(20, all.count));
  });

  test.each(["?status=rich", "?page=0", `?q=${"a".repeat(101)}`, "?q=%00"])("rejects %s", async (query) => {
    expect((await me.get(list.url + query)).statusCode).toBe(400);
  });
});

test("shows a member's plan, dates, sessions and history without secrets", async () => {
  const user = await createUser(t.db, t.clock);
  const headers = await t.as(user.id);
  const video = await createVideo(t.db, t.clock);
  await t.app.inject({ method: "POST", url: contract.videos.progress.url.replace(":id", String(video.id)), headers });
  const response = await me.call(get, { id: user.id });
  expect(response.json()).toMatchObject({
    id: user.id,
    email: user.email,
    subscription_status: "active",
    subscription_plan: "monthly",
    access_granted_until: null,
    can_watch: true,
    sessions: [{ address: "127.0.0.1", user_agent: "test" }],
    watched_count: 1,
    last_watched_at: t.clock.daysAgo(0),
  });
  expect(response.body).not.toContain("no password fits");
  const unknown = await me.call(get, { id: 999_999 });
  expect([unknown.statusCode, unknown.json().error]).toEqual([404, "会員が見つかりません。"]);
});

describe("granted access", () => {
  test("lasts until the end of its last day in Japan, also for clients of the specification", async () => {
    const user = await createUser(t.db, t.clock, {
      subscription_status: "canceled",
      subscription_plan: "none",
      subscription_end_date: t.clock.daysAgo(9),
    });
    const video = await createVideo(t.db, t.clock);
    const watch = async () => {
      const url = contract.videos.get.url.replace(":id", String(video.id));
      return (await t.app.inject({ url, headers: await t.as(user.id) })).statusCode;
    };
    expect(await watch()).toBe(403);
    const today = new Date(t.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);
    const end = new Date(Date.parse(`${today}T15:00:00.000Z`)).toISOString();
    const response = await me.call(grantAccess, { id: user.id }, { until: today, reason });
    expect(response.json()).toMatchObject({ access_granted_until: end, can_watch: true });
    expect(response.json()).toMatchObject({ subscription_status: "canceled" });
    expect(await watch()).toBe(200);
    expect((await profileOf(await t.as(user.id))).json<Profile>()).toMatchObject({
      subscription_status: "active",
      subscription_end_date: end,
      cancel_at_period_end: true,
      can_watch: true,
    });
    const before = t.clock.ms;
    t.clock.ms = Date.parse(end);
    expect(await watch()).toBe(403);
    expect((await profileOf(await t.as(user.id))).json<Profile>().subscription_status).toBe("canceled");
    t.clock.ms = before;
  });

  test("does not change a paid subscription", async () => {
    const user = await createUser(t.db, t.clock, { subscription_end_date: t.clock.daysAgo(-20) });
    await me.call(grantAccess, { id: user.id }, { until: "2027-01-31", reason });
    expect((await profileOf(await t.as(user.id))).json<Profile>()).toMatchObject({
      subscription_status: "active",
      subscription_end_date: t.clock.daysAgo(-20),
      cancel_at_period_end: false,
    });
    const ended = await me.call(endAccess, { id: user.id }, { reason });
    expect(ended.json()).toMatchObject({ access_granted_until: null, can_watch: true });
    const again = await me.call(endAccess, { id: user.id }, { reason });
    expect(again.statusCode).toBe(400);
    expect(again.json().error).toBe("有料プランの契約は、「契約を終了」で終了してください。");
  });

  test("ends together with a trial", async () => {
    const user = await createUser(t.db, t.clock, { subscription_status: "trial", created_at: t.clock.daysAgo(1) });
    await me.call(grantAccess, { id: user.id }, { until: "2027-01-31", reason });
    const ended = (await me.call(endAccess, { id: user.id }, { reason })).json<MemberDetail>();
    expect(ended).toMatchObject({ subscription_status: "inactive", access_granted_until: null, can_watch: false });
    const again = await me.call(endAccess, { id: user.id }, { reason });
    expect(again.json().error).toBe("終了できる視聴権はありません。");
  });

  test.each([
    [{ reason }, "until", "期限の日付を入力してください。"],
    [{ until: "2026-02-30", reason }, "until", "期限の日付を入力してください。"],
    [{ until: "2027-02-29", reason }, "until", "期限の日付を入力してください。"],
    [{ until: "明日", reason }, "until", "期限の日付を入力してください。"],
    [{ until: "2026-11-20", reason }, "until", "期限には、今日以降の日付を入力してください。"],
    [{ until: "2099-01-01", reason }, "until", "期限は10年以内の日付を入力してください。"],
    [{ until: "2027-01-31" }, "reason", "理由を入力してください。"],
    [{ until: "2027-01-31", reason: " " }, "reason", "理由を入力してください。"],
    [{ until: "2027-01-31", reason: "長".repeat(501) }, "reason", "理由は500文字以内で入力してください。"],
  ])("is rejected with a field error: %#", async (body, field, message) => {
    const user = await createUser(t.db, t.clock);
    const response = await me.call(grantAccess, { id: user.id }, body);
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ [field]: [message] });
    expect((await logOf(user.id)).count).toBe(0);
  });
});

describe("the staff role", () => {
  test("takes effect and ends at the next request", async () => {
    const user = await createUser(t.db, t.clock, { email_verified_at: t.clock.daysAgo(1) });
    const headers = await t.as(user.id);
    const dashboard = async () => (await t.app.inject({ url: contract.dashboard.get.url, headers })).statusCode;
    expect(await dashboard()).toBe(403);
    await me.call(setStaff, { id: user.id }, { is_staff: true, reason });
    expect(await dashboard()).toBe(200);
    expect((await t.app.inject({ url: list.url, headers })).statusCode).toBe(403);
    await me.call(setStaff, { id: user.id }, { is_staff: false, reason });
    expect(await dashboard()).toBe(401);
    expect((await t.app.inject({ url: contract.dashboard.get.url, headers: await t.as(user.id) })).statusCode).toBe(
      403,
    );
  });

  test.each([{ is_staff: true }, { is_superuser: true }, { is_staff: true, is_superuser: true }])(
    "leaves with every right and every old token of %j",
    async (rights) => {
      const user = await createUser(t.db, t.clock, { ...rights, password_hash: await hashPassword(PASSWORD) });
      const payload = { email: user.email, password: PASSWORD };
      const loggedIn = await t.app.inject({ method: "POST", url: contract.auth.login.url, payload });
      const { access, refresh } = loggedIn.json().token;
      const headers = { authorization: `Bearer ${access}` };
      expect((await t.app.inject({ url: contract.dashboard.get.url, headers })).statusCode).toBe(200);
      const response = await me.call(setStaff, { id: user.id }, { is_staff: false, reason });
      expect(response.json()).toMatchObject({ is_staff: false, is_superuser: false, sessions: [] });
      for (const url of [contract.dashboard.get.url, list.url, contract.profile.get.url]) {
        expect((await t.app.inject({ url, headers })).statusCode, url).toBe(401);
      }
      const refreshed = await t.app.inject({ method: "POST", url: contract.auth.refresh.url, payload: { refresh } });
      expect(refreshed.statusCode).toBe(401);
      const again = await t.as(user.id);
      const body = { is_staff: true, reason };
      const url = setStaff.url.replace(":id", String(user.id));
      expect((await t.app.inject({ method: "PUT", url, headers: again, payload: body })).statusCode).toBe(403);
      expect((await logOf(user.id)).results[0]?.after).toMatchObject({ is_staff: false, is_superuser: false });
    },
  );

  test("stays with one of two superusers who remove each other at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      await t.db.query({ text: "update users set is_superuser = false" });
      const [one, two] = [await staffCalls(t).superuser(), await staffCalls(t).superuser()];
      const answers = await Promise.all([
        one.call(setStaff, { id: two.user.id }, { is_staff: false, reason }),
        two.call(setStaff, { id: one.user.id }, { is_staff: false, reason }),
      ]);
      const left = await selectRows(t.db, "users", { is_superuser: true });
      expect(left).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });

  test("cannot be changed by superusers for themselves", async () => {
    for (const is_staff of [true, false]) {
      const response = await me.call(setStaff, { id: me.user.id }, { is_staff, reason });
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toBe("自分自身のスタッフ権限は変更できません。");
    }
    expect((await me.call(setStaff, { id: me.user.id }, { is_staff: "yes", reason })).statusCode).toBe(400);
  });
});

test("ends a login of the member that still needs a code, together with the sessions", async () => {
  const accounts = accountCalls(t);
  const { turnOn, ticketFor, logIn, codeOf } = secondFactorCalls(t, accounts);
  const user = await accounts.member();
  const { secret } = await turnOn(await t.as(user.id));
  const ticket = await ticketFor(user.email);
  await me.call(endSessions, { id: user.id }, { reason });
  expect((await logIn(ticket, codeOf(secret))).json().type).toBe("ticket_expired");
});

test("ends all sessions of a member but not the superuser's own", async () => {
  const user = await createUser(t.db, t.clock);
  const devices = [await t.as(user.id), await t.as(user.id)];
  const response = await me.call(endSessions, { id: user.id }, { reason });
  expect(response.json()).toMatchObject({ sessions: [] });
  for (const headers of devices) expect((await profileOf(headers)).statusCode).toBe(401);
  expect((await me.call(endSessions, { id: me.user.id }, { reason })).statusCode).toBe(400);
  expect((await profileOf(me.headers)).statusCode).toBe(200);
});

test("finds a closed account and rejects every change of it", async () => {
  const user = await createUser(t.db, t.clock, { closed_at: t.clock.daysAgo(1), subscription_status: "trial" });
  for (const [route, body] of [
    [grantAccess, { until: "2027-01-31", reason }],
    [endAccess, { reason }],
    [setStaff, { is_staff: true, reason }],
    [endSessions, { reason }],
  ] as const) {
    const response = await me.call(route, { id: user.id }, body);
    expect(response.json().error).toBe("退会した会員の情報は変更できません。");
    expect((await me.call(route, { id: 999_999 }, body)).statusCode).toBe(404);
  }
  expect((await search("", "closed")).results.map(({ id }) => id)).toContain(user.id);
});

test("logs every change once with its reason and without personal data", async () => {
  const email_verified_at = t.clock.daysAgo(1);
  const user = await createUser(t.db, t.clock, { subscription_status: "inactive", email_verified_at });
  const body = { is_staff: true, reason };
  await Promise.all(Array.from({ length: 4 }, () => me.call(setStaff, { id: user.id }, body)));
  await me.call(grantAccess, { id: user.id }, { until: "2027-01-31", reason });
  await me.call(grantAccess, { id: user.id }, { until: "2027-01-31", reason });
  await me.call(endAccess, { id: user.id }, { reason });
  await me.call(endSessions, { id: user.id }, { reason });
  const { results, count } = await logOf(user.id);
  expect(count).toBe(4);
  expect(results.map(({ action }) => action)).toEqual([
    "member.end_sessions",
    "member.end_access",
    "member.grant_access",
    "member.make_staff",
  ]);
  expect(results[2]).toEqual({
    id: expect.any(Number),
    at: t.clock.daysAgo(0),
    user_id: me.user.id,
    username: me.user.username,
    action: "member.grant_access",
    subject: "member",
    subject_id: user.id,
    before: { access_granted_until: null },
    after: { access_granted_until: "2027-01-31T15:00:00.000Z" },
    reason,
    part_count: 0,
    can_undo: false,
  });
  expect(JSON.stringify(results)).not.toContain(user.email);
  const all = (await me.get(contract.audit.list.url)).json<PagedResult<AuditEntry>>();
  expect(all.count).toBeGreaterThanOrEqual(4);
});
