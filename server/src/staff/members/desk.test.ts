import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { TimelineEntry } from "@manabiya/contract/staff/members/desk.ts";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import type { Member, MemberDetail, MemberFilter } from "@manabiya/contract/staff/members.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../../test/testing/account-calls.ts";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  pay,
  useBillingApp,
  useCard,
} from "../../../test/testing/billing-app.ts";
import { customerOf, seenAs } from "../../../test/testing/billing-state.ts";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { memberCallBody, memberCalls } from "../../../test/testing/member-call-bodies.ts";
import { mailsTo, resetTokenOf, subjectsTo } from "../../../test/testing/mails.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { insertRow } from "../../db/insert-rows.ts";
import type { PagedResult } from "../../http/paging.ts";

const t = useBillingApp({ providerPages: "https://dashboard.stripe.com/test" });
const { list, get, grantAccess, setStaff } = contract.adminMembers;
const { adminMemberDesk: desk } = contract;
const accounts = accountCalls(t);
const { member, isSignedIn, login, confirmReset, requestReset } = accounts;
const { turnOn } = secondFactorCalls(t, accounts);
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;

beforeEach(async () => {
  // Another hour: the limits of mails and exports count by hour and caller.
  t.clock.advance({ minutes: 61 });
  me = await staffCalls(t).superuser();
});

const reason = "お問い合わせ 34 への対応";
const detailOf = async (id: number) => (await me.call(get, { id })).json<MemberDetail>();
const logOf = async (id: number) =>
  (await me.get(`${contract.audit.list.url}?subject=member&subject_id=${id}`))
    .json<PagedResult<AuditEntry>>()
    .results.map(({ action, reason: given, before, after }) => ({ action, reason: given, before, after }));
const idsOf = async (status: MemberFilter) =>
  (await me.get(`${list.url}?status=${status}`)).json<PagedResult<Member>>().results.map(({ id }) => id);
const payer = async (given: Parameters<typeof t.member>[0] = {}) => {
  const found = await t.member(given);
  pay(t, await checkout(found, "monthly"), CARDS.good);
  await deliverAll(t);
  return found;
};

describe("the timeline", () => {
  test("tells of sign-up, trial, devices, mails, contract and staff, newest first, in parts", async () => {
    const { id, email } = await payer();
    await t.db.query({
      text: "insert into trials (mailbox, started_at, user_id) values ($1, $2, $3)",
      values: [`${email}-trial`, t.clock.daysAgo(30), id],
    });
    t.clock.advance({ minutes: 1 });
    await me.call(grantAccess, { id }, { until: "2027-12-31", reason });
    for (let more = 0; more < 25; more++) await t.as(id);
    const entries: TimelineEntry[] = [];
    let before: string | null = null;
    const sizes = [];
    do {
      const query: string = before === null ? "" : `?before=${encodeURIComponent(before)}`;
      const part = (await me.get(desk.timeline.url.replace(":id", String(id)) + query)).json<{
        entries: TimelineEntry[];
        next: string | null;
      }>();
      sizes.push(part.entries.length);
      entries.push(...part.entries);
      before = part.next;
    } while (before !== null);
    expect(sizes.slice(0, -1).every((size) => size === 20)).toBe(true);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
    const times = entries.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const told = entries.map(({ source, what, plan }) => [source, what, plan]);
    for (const expected of [
      ["account", "signup", null],
      ["account", "trial", null],
      ["account", "trial_end", null],
      ["session", "test", null],
      ["checkout", "open", "monthly"],
      ["event", "invoice.paid", null],
      ["staff", "member.grant_access", null],
    ]) {
      expect(told).toContainEqual(expected);
    }
    expect(entries.find(({ source }) => source === "staff")).toMatchObject({ reason, by: me.user.username });
    expect(entries.filter(({ source }) => source === "session").length).toBeGreaterThanOrEqual(25);
  });

  test("reads a cursor of a day that does not exist", async () => {
    const { id } = await member();
    const url = `${desk.timeline.url.replace(":id", String(id))}?before=2026-02-30T03:00:00.000Z~x`;
    expect((await me.get(url)).statusCode).toBe(200);
  });

  test.each([
    "yesterday",
    "2026-11-23T03:00:00.000Z",
    "infinity~x",
    "2026-99-99T99:99:99.000Z~x",
    "0000-01-01T00:00:00.000Z~x",
  ])("rejects the cursor %s", async (before) => {
    const { id } = await member();
    const url = `${desk.timeline.url.replace(":id", String(id))}?before=${before}`;
    expect((await me.get(url)).statusCode).toBe(400);
  });
});

test("says in one sentence why a member can watch, and links to the provider", async () => {
  const { id } = await payer();
  const found = await detailOf(id);
  expect(found.viewing).toMatch(/^契約中のため、視聴できます（次回の更新日は.*日）$/);
  expect(found.provider.customer_url).toMatch(/^https:\/\/dashboard\.stripe\.com\/test\/customers\/cus_/);
  expect(found.provider.subscription_url).toMatch(/\/subscriptions\/sub_/);
  const other = await member({ access_granted_until: t.clock.daysAgo(1), subscription_status: "inactive" });
  const ended = await detailOf(other.id);
  expect(ended.viewing).toMatch(/^視聴権は.*に終了しました$/);
  expect(ended).toMatchObject({ access_granted_until: null, provider: { customer_url: null, subscription_url: null } });
});

describe("mails on request", () => {
  test("verify the address again, once it is not verified", async () => {
    const { id, email } = await member({ email_verified_at: null });
    const response = await me.call(desk.sendVerification, { id }, { reason });
    expect(response.json()).toMatchObject({ id, email_verified_at: null });
    expect(await subjectsTo(t.db, email)).toEqual(["メールアドレスご確認のお願い"]);
    const [mail] = await mailsTo(t.db, email);
    const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
    const { url } = contract.emailVerification.confirm;
    expect((await t.app.inject({ method: "POST", url, payload: { token } })).statusCode).toBe(200);
    expect((await detailOf(id)).email_verified_at).not.toBeNull();
    const again = await me.call(desk.sendVerification, { id }, { reason });
    expect([again.statusCode, again.json().error]).toEqual([400, "メールアドレスは確認済みです。"]);
    expect(await logOf(id)).toEqual([{ action: "member.send_verification", reason, before: null, after: null }]);
  });

  test("lead to a new password, within the limits of mails", async () => {
    const { id, email } = await member();
    const statuses = [];
    for (let time = 0; time < 6; time++) {
      statuses.push((await me.call(desk.sendPasswordReset, { id }, { reason })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await confirmReset(await resetTokenOf(t.db, email))).statusCode).toBe(200);
    expect(await logOf(id)).toHaveLength(5);
  });
});

describe("a corrected address", () => {
  test.each([true, false])(
    "is told to both addresses and must be verified; before verified: %j",
    async (isVerified) => {
      const given = { email_verified_at: isVerified ? t.clock.daysAgo(3) : null };
      const { id, email, username } = await member(given);
      const corrected = `corrected-${id}@example.com`;
      const response = await me.call(desk.changeEmail, { id }, { email: ` ${corrected.toUpperCase()} `, reason });
      expect(response.json()).toMatchObject({ email: corrected, email_verified_at: null, username });
      expect(await subjectsTo(t.db, email)).toEqual(["メールアドレスの変更が完了しました"]);
      expect(await subjectsTo(t.db, corrected)).toEqual(["メールアドレスご確認のお願い"]);
      expect((await login(corrected, PASSWORD)).statusCode).toBe(200);
      const log = await logOf(id);
      expect(log).toEqual([
        { action: "member.change_email", reason, before: given, after: { email_verified_at: null } },
      ]);
      await me.call(desk.changeEmail, { id }, { email: corrected, reason });
      expect(await logOf(id)).toEqual(log);
    },
  );

  test("is refused when another account has it, and then nothing is mailed", async () => {
    const [one, other] = [await member(), await member()];
    const response = await me.call(desk.changeEmail, { id: one.id }, { email: other.email, reason });
    expect(response.json().fields).toEqual({ email: [expect.stringContaining("すでに登録されています")] });
    expect(await subjectsTo(t.db, one.email)).toEqual([]);
    expect(await logOf(one.id)).toEqual([]);
  });

  test("of an account with a second factor needs a superuser: a reset by the new mailbox would turn it off", async () => {
    const { id, email } = await member();
    await turnOn(await t.as(id));
    me = await staffCalls(t).superuser();
    const helper = await staffCalls(t).withRights({ may_see_members: true, may_see_money: true });
    const body = { email: `second-factor-${id}@example.com`, reason };
    const refused = await helper.call(desk.changeEmail, { id }, body);
    expect([refused.statusCode, refused.json().type]).toEqual([403, "missing_right"]);
    expect((await detailOf(id)).email).toBe(email);
    expect((await me.call(desk.changeEmail, { id }, body)).statusCode).toBe(200);
  });

  test("reaches the provider", async () => {
    const { id } = await payer();
    await me.call(desk.changeEmail, { id }, { email: `at-provider-${id}@example.com`, reason });
    await expect
      .poll(async () => (await t.stripe.customers.list({ email: `at-provider-${id}@example.com` })).data.length)
      .toBe(1);
  });
});

describe("a paid plan", () => {
  test("ends with its period, once", async () => {
    const paying = await payer();
    for (let time = 0; time < 2; time++) {
      expect((await me.call(desk.cancel, { id: paying.id }, { when: "period_end", reason })).statusCode).toBe(200);
      expect((await detailOf(paying.id)).viewing).toMatch(/まで視聴できます（解約済み）$/);
    }
    expect(await logOf(paying.id)).toEqual([
      {
        action: "member.cancel",
        reason,
        before: { subscription_status: "active", cancel_at_period_end: false },
        after: { subscription_status: "active", cancel_at_period_end: true },
      },
    ]);
    await deliverAll(t);
    expect(await subjectsTo(t.db, paying.email)).toContainEqual(expect.stringContaining("解約"));
    advance(t, { days: 40 });
    await deliverAll(t);
    expect(await seenAs(t, paying)).toMatchObject({ status: "canceled", watches: false });
  });

  test("ends at once", async () => {
    const paying = await payer();
    expect((await me.call(desk.cancel, { id: paying.id }, { when: "now", reason })).statusCode).toBe(200);
    expect(await detailOf(paying.id)).toMatchObject({
      can_watch: false,
      viewing: expect.stringMatching(/^契約は.*終了しました$/),
    });
    const again = await me.call(desk.cancel, { id: paying.id }, { when: "now", reason });
    expect([again.statusCode, again.json().type]).toEqual([409, "no_subscription"]);
    expect(await logOf(paying.id)).toHaveLength(1);
  });
});

describe("the log of an ended plan", () => {
  test.each(["cancel", "close"] as const)("holds the reason even if the server dies during %s", async (name) => {
    const paying = await payer();
    const stop = t.sandbox.failures.add({ mode: "lost_answer", call: "DELETE /v1/subscriptions" });
    const response = await me.call(desk[name], { id: paying.id }, { when: "now", reason });
    stop();
    expect(response.statusCode).toBeOneOf([502, 503]);
    expect(t.errors.splice(0)).toHaveLength(1);
    expect(await logOf(paying.id)).toMatchObject([
      { action: "member.cancel", reason, after: { subscription_status: "canceled" } },
    ]);
  });

  test("has no entry for a member without a plan, or for a plan that already ends", async () => {
    const { id } = await member({ subscription_status: "inactive" });
    await me.call(desk.cancel, { id }, { when: "now", reason });
    await me.call(desk.close, { id }, { reason });
    expect((await logOf(id)).map(({ action }) => action)).toEqual(["member.close"]);
  });
});

describe("a suspended account", () => {
  test("can do nothing with what it held before: film, checkout, link to a new password", async () => {
    const suspendedMember = await t.member({ subscription_status: "trial", created_at: t.clock.daysAgo(1) });
    const { id, email } = suspendedMember;
    await writeFile(join(t.dataDir, "media/videos/trial.webm"), "film");
    const video = await createVideo(t.db, t.clock, { host: "file", video_id: "trial.webm" });
    const detail = await suspendedMember.call({ method: "GET", url: `/api/videos/${video.id}/` });
    const film = () => t.app.inject({ url: detail.json<{ source_url: string }>().source_url });
    expect((await film()).statusCode).toBe(200);
    const session = await checkout(suspendedMember, "monthly");
    await requestReset(email);
    const token = await resetTokenOf(t.db, email);
    await me.call(desk.suspend, { id }, { is_suspended: true, reason });
    expect((await film()).statusCode).toBeOneOf([401, 403, 404]);
    await expect.poll(async () => (await t.stripe.checkout.sessions.retrieve(session)).status).toBe("expired");
    expect((await confirmReset(token)).statusCode).toBe(400);
    t.clock.advance({ minutes: 61 });
    const before = (await subjectsTo(t.db, email)).length;
    await requestReset(email);
    expect(await subjectsTo(t.db, email)).toHaveLength(before);
    await me.call(desk.suspend, { id }, { is_suspended: false, reason });
    expect((await confirmReset(token)).statusCode).toBe(400);
  });

  test("has no session, cannot log in and cannot watch until it resumes, while the plan runs on", async () => {
    const { id, email } = await member({ subscription_end_date: t.clock.daysAgo(-20) });
    const headers = await t.as(id);
    const session = (await login(email)).json<{ token: { refresh: string } }>().token;
    const suspended = await me.call(desk.suspend, { id }, { is_suspended: true, reason });
    expect(suspended.json()).toMatchObject({
      can_watch: false,
      sessions: [],
      subscription_status: "active",
      suspended_at: t.clock.daysAgo(0),
      viewing: expect.stringMatching(/^\d+月\d+日からスタッフが利用を停止しているため、視聴できません$/),
    });
    await me.call(desk.suspend, { id }, { is_suspended: true, reason });
    expect(await idsOf("suspended")).toContain(id);
    expect(await isSignedIn(headers)).toBe(false);
    // A session that somehow stayed gives nothing.
    await t.db.query({ text: "update sessions set revoked_at = null where user_id = $1", values: [id] });
    expect(await isSignedIn(headers)).toBe(false);
    const refused = await login(email);
    expect([refused.statusCode, refused.json().error]).toEqual([401, expect.stringContaining("停止されています")]);
    expect((await login(email, "wrong-password-7")).json().error).not.toContain("停止");
    await me.call(desk.sendPasswordReset, { id }, { reason });
    await confirmReset(await resetTokenOf(t.db, email));
    expect((await login(email, NEW_PASSWORD)).statusCode).toBe(401);
    const url = contract.auth.refresh.url;
    expect((await t.app.inject({ method: "POST", url, payload: { refresh: session.refresh } })).statusCode).toBe(401);
    const resumed = await me.call(desk.suspend, { id }, { is_suspended: false, reason });
    expect(resumed.json()).toMatchObject({ can_watch: true, suspended_at: null });
    expect((await login(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await logOf(id)).map(({ action }) => action)).toEqual([
      "member.resume",
      "member.send_password_reset",
      "member.suspend",
    ]);
  });

  test("is neither one's own nor one of staff", async () => {
    const { id } = await member({ is_staff: true });
    const body = { is_suspended: true, reason };
    expect((await me.call(desk.suspend, { id }, body)).json().type).toBe("staff_account");
    expect((await me.call(desk.suspend, { id: me.user.id }, body)).json().type).toBe("oneself");
  });
});

test("shows staff without the right to money neither the provider's events nor its pages", async () => {
  const { id } = await payer();
  const helper = await staffCalls(t).withRights({ may_see_members: true });
  const found = (await helper.call(get, { id })).json<MemberDetail>();
  expect(found).toMatchObject({ payment: null, provider: { customer_url: null, subscription_url: null } });
  const { entries } = (await helper.call(desk.timeline, { id })).json<{ entries: TimelineEntry[] }>();
  const sources = entries.map(({ source }) => source);
  expect(sources).toContain("checkout");
  expect(sources).not.toContain("event");
  expect((await helper.call(desk.cancel, { id }, { when: "now", reason })).statusCode).toBe(403);
});

test.each(memberCalls.filter(({ route }) => route.method !== "GET"))(
  "gives the rights to members and money no power over staff: $name",
  async ({ name, route }) => {
    const helper = await staffCalls(t).withRights({ may_see_members: true, may_see_money: true });
    for (const role of [{ is_superuser: true }, { is_staff: true }]) {
      const colleague = await member({ ...role, email_verified_at: null });
      const response = await helper.call(route, { id: colleague.id }, memberCallBody(name));
      expect([response.statusCode, response.json().type]).toEqual([403, "missing_right"]);
      expect(await logOf(colleague.id)).toEqual([]);
    }
    expect((await helper.call(route, { id: helper.user.id }, memberCallBody(name))).statusCode).toBeOneOf([400, 403]);
  },
);

test("tells superusers alone why a colleague's rights changed", async () => {
  const { id } = await member();
  for (const is_staff of [true, false]) await me.call(setStaff, { id }, { is_staff, reason: `人事 ${is_staff}` });
  const helper = await staffCalls(t).withRights({ may_see_members: true, may_see_money: true });
  expect((await me.call(desk.timeline, { id })).body).toContain("人事 false");
  expect((await helper.call(desk.timeline, { id })).body).not.toContain("人事");
});

test("shows staff with the right to money alone no person, whatever they call", async () => {
  const paying = await payer();
  const { username } = await detailOf(paying.id);
  const message = `会員${paying.id}の契約の状態が不明です。`;
  const at = t.clock.daysAgo(0);
  const alert = {
    kind: "unknown_subscription",
    about: `sub_${paying.id}`,
    user_id: paying.id,
    created_at: at,
    message,
  };
  await insertRow(t.db, "staff_alerts", alert);
  const cashier = await staffCalls(t).withRights({ may_see_money: true });
  const [payment] = (await cashier.call(contract.adminPayments.list, { id: paying.id })).json<Payment[]>();
  const answers = [];
  for (const { name, route } of everyCall.filter((each) => each.route.config.access === "staff.money")) {
    const response = memberCalls.some((each) => each.name === name)
      ? await cashier.call(route, { id: paying.id }, memberCallBody(name, payment?.invoice))
      : route.method === "GET" && (await cashier.get(route.url));
    if (!response) continue;
    expect(response.statusCode, name).toBe(200);
    for (const person of [username, paying.email, `会員${paying.id}`])
      expect(response.body, name).not.toContain(person);
    answers.push(name);
  }
  expect(answers).toEqual(
    expect.arrayContaining(["adminMemberDesk.cancel", "adminPayments.refund", "adminAlerts.list", "figures.members"]),
  );
});

describe("a closed account", () => {
  test("hands over its data, ends the plan and is erased, with the reason in the log", async () => {
    const { id, email } = await payer();
    const headers = await t.as(id);
    const exported = await me.call(desk.export, { id }, { reason });
    const own = await t.app.inject({ url: contract.profile.export.url, headers });
    expect(exported.json()).toEqual(own.json());
    expect(exported.json()).toMatchObject({ profile: { email } });
    const response = await me.call(desk.close, { id }, { reason });
    expect(response.json()).toMatchObject({
      username: "退会した会員",
      can_watch: false,
      sessions: [],
      viewing: expect.stringMatching(/に退会したため、視聴できません$/),
    });
    expect(await isSignedIn(headers)).toBe(false);
    expect(
      (await t.stripe.subscriptions.list({ status: "active" })).data.map(({ metadata }) => metadata),
    ).not.toContainEqual(expect.objectContaining({ user_id: String(id) }));
    expect(await logOf(id)).toEqual([
      { action: "member.close", reason, before: null, after: null },
      expect.objectContaining({ action: "member.cancel", reason }),
      { action: "member.export", reason, before: null, after: null },
    ]);
    expect(JSON.stringify(await logOf(id))).not.toContain(email);
    for (const route of [desk.close, desk.export, desk.sendPasswordReset, desk.sendVerification]) {
      expect((await me.call(route, { id }, { reason })).json().type).toBe("account_closed");
    }
  });

  test.each(["staff", "its owner"])("is never one that becomes a superuser's while %s closes it", async (who) => {
    const { password_hash, email_verified_at } = await member();
    const { id } = await payer({ password_hash, email_verified_at });
    const stop = t.sandbox.failures.add({ mode: "slow", ms: 700, call: "DELETE /v1/subscriptions" });
    const closing =
      who === "staff"
        ? me.call(desk.close, { id }, { reason })
        : t.app.inject({
            method: "POST",
            url: contract.profile.remove.url,
            headers: await t.as(id),
            payload: { password: PASSWORD },
          });
    const isLocked = async () => (await selectRows(t.db, "stripe_customers", { user_id: id }))[0]?.lock_token !== null;
    await expect.poll(isLocked, { interval: 20 }).toBe(true);
    await me.call(setStaff, { id }, { is_staff: true, reason });
    const rights = { is_superuser: true, may_see_members: true, may_see_money: true, must_have_second_factor: false };
    expect((await me.call(contract.adminColleagues.setRights, { id }, { ...rights, reason })).statusCode).toBe(200);
    expect((await closing).statusCode).toBeOneOf([400, 409]);
    stop();
    expect((await selectRows(t.db, "users", { id }))[0]).toMatchObject({ is_superuser: true, closed_at: null });
  });

  test("is never one of staff", async () => {
    const { id } = await member({ is_staff: true });
    const response = await me.call(desk.close, { id }, { reason });
    expect([response.statusCode, response.json().type]).toEqual([400, "staff_account"]);
    await me.call(setStaff, { id }, { is_staff: false, reason });
    expect((await me.call(desk.close, { id }, { reason })).statusCode).toBe(200);
  });
});

test.each([
  [desk.sendVerification, {}],
  [desk.sendPasswordReset, {}],
  [desk.changeEmail, { email: "without-reason@example.com" }],
  [desk.suspend, { is_suspended: true }],
  [desk.export, {}],
  [desk.close, {}],
  [desk.cancel, { when: "now" }],
])("asks for the reason, and knows no unknown member: %#", async (route, body) => {
  const { id } = await member({ email_verified_at: null });
  const response = await me.call(route, { id }, body);
  expect(response.json().fields).toEqual({ reason: ["理由を入力してください。"] });
  expect(await logOf(id)).toEqual([]);
  expect((await me.call(route, { id: 999_999 }, { ...body, reason })).statusCode).toBe(404);
});

describe("filters", () => {
  const day = (days: number) => t.clock.daysAgo(days);

  beforeEach(async () => {
    await t.db.query({ text: "update users set closed_at = $1 where id <> $2", values: [day(0), me.user.id] });
  });

  test("find trials that end within three days", async () => {
    const trial = (days: number) => createUser(t.db, t.clock, { subscription_status: "trial", created_at: day(days) });
    const [soon, atLimit] = [await trial(6.99), await trial(4)];
    for (const days of [3.99, 7, 8]) await trial(days);
    expect(await idsOf("trial_ending")).toEqual([atLimit.id, soon.id]);
  });

  test("find failing payments, and the sentence tells of them", async () => {
    const [failing] = [await payer(), await payer()];
    await useCard(t, await customerOf(t, failing), CARDS.failsLater);
    expect(await idsOf("payment_failing")).toEqual([]);
    advance(t, { days: 32 });
    await deliverAll(t);
    me = await staffCalls(t).superuser();
    expect(await idsOf("payment_failing")).toEqual([failing.id]);
    expect((await detailOf(failing.id)).viewing).toBe("契約中のため、視聴できます（お支払いを確認できていません）");
    // The same filter, sentence and file, without the right to money.
    const helper = await staffCalls(t).withRights({ may_see_members: true });
    const url = `${list.url}?status=payment_failing`;
    for (const refused of [
      await helper.get(url),
      await helper.call(desk.csv, {}, { status: "payment_failing", reason }),
    ]) {
      expect([refused.statusCode, refused.json().type]).toEqual([403, "missing_right"]);
    }
    for (const { body, statusCode } of [
      await helper.get(list.url),
      await helper.call(get, { id: failing.id }),
      await helper.call(desk.csv, {}, { reason }),
    ]) {
      expect(statusCode).toBe(200);
      expect(body).toContain(failing.email);
      expect(body).not.toContain("お支払いに失敗");
    }
  });

  test("find paying members who were silent for 30 days", async () => {
    const user = (given = {}) => createUser(t.db, t.clock, { created_at: day(90), ...given });
    const [silent, visitor, former] = [await user(), await user(), await user()];
    await user({ created_at: day(29) });
    await user({ subscription_status: "inactive" });
    for (const { id } of [visitor, former]) await t.as(id);
    const text = "update sessions set last_used_at = $1 where user_id = $2";
    await t.db.query({ text, values: [day(30), former.id] });
    await t.db.query({ text, values: [day(29.9), visitor.id] });
    expect((await idsOf("silent")).toSorted((a, b) => a - b)).toEqual([silent.id, former.id]);
  });

  test("find members whose access has ended, as the rule and the sentence say", async () => {
    const ends = [null, day(1), day(-1)];
    for (const subscription_status of ["active", "trial", "inactive", "canceled"] as const)
      for (const subscription_end_date of ends)
        for (const access_granted_until of ends)
          for (const [cancel_at_period_end, is_staff, days] of [
            [true, false, 60],
            [false, false, 2],
            [true, true, 60],
          ] as const)
            await createUser(t.db, t.clock, {
              subscription_status,
              subscription_end_date,
              access_granted_until,
              cancel_at_period_end,
              is_staff,
              created_at: day(days),
            });
    const read = async (status: MemberFilter) => {
      const { csv } = (await me.call(desk.csv, {}, { status, reason })).json<{ csv: string }>();
      return csv.trim().split("\r\n").slice(1);
    };
    const [all, ended] = [await read("all"), await read("ended")];
    expect(all.length).toBeGreaterThan(100);
    expect(ended.length).toBeGreaterThan(20);
    expect(ended).toEqual(all.filter((line) => line.includes("終了しました")));
    expect(ended.every((line) => line.includes(",不可,"))).toBe(true);
  });
});

describe("the list as CSV", () => {
  const csvOf = async (body: object) => me.call(desk.csv, {}, { reason, ...body });

  test("holds every member of the filtered list in the list's order, and the log says who took it", async () => {
    const mark = `csv${me.user.id}`;
    // More than one statement reads at once.
    await t.db.query({
      text: `insert into users (username, email, password_hash, subscription_status, created_at)
             select $1 || n, $1 || n || '@example.com', '', 'trial', $2 from generate_series(1, 2500) n`,
      values: [mark, t.clock.daysAgo(1)],
    });
    await createUser(t.db, t.clock, { username: `${mark} 有料` });
    const { csv, count } = (await csvOf({ q: mark, status: "trial" })).json<{ csv: string; count: number }>();
    const lines = csv.split("\r\n");
    expect(lines[0]).toBe(
      "\uFEFF会員番号,ユーザー名,メールアドレス,メールアドレスの確認日時,状態,プラン,視聴の可否,視聴の理由,登録日時",
    );
    expect([count, lines.length, new Set(lines).size]).toEqual([2500, 2502, 2502]);
    expect(lines[1]).toMatch(
      new RegExp(`^\\d+,${mark}2500,${mark}2500@example.com,,無料体験,なし,可,無料体験中のため、.*まで視聴できます,2`),
    );
    const log = (await me.get(`${contract.audit.list.url}?subject=member_list`)).json<PagedResult<AuditEntry>>()
      .results[0];
    expect(log).toMatchObject({
      action: "member_list.export",
      user_id: me.user.id,
      reason,
      after: { status: "trial", is_search: true, count: 2500 },
    });
    expect(JSON.stringify(log)).not.toContain(mark);
  });

  test("contains no formula of a member", async () => {
    const { id } = await createUser(t.db, t.clock, { username: '=HYPERLINK("https://evil.example")' });
    const { csv } = (await csvOf({ q: "HYPERLINK" })).json<{ csv: string }>();
    expect(csv).toContain(`\r\n${id},"'=HYPERLINK(""https://evil.example"")",`);
  });

  test("asks for a reason and is limited", async () => {
    expect((await csvOf({ reason: "" })).json().fields).toEqual({ reason: ["理由を入力してください。"] });
    const statuses = [];
    for (let time = 0; time < 11; time++) statuses.push((await csvOf({ q: "nobody" })).statusCode);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });
});
