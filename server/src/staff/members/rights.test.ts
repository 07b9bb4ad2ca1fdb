import { contract } from "@manabiya/contract";
import type { Profile } from "@manabiya/contract/accounts/profile.ts";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { expect, test } from "vitest";
import { insertRow } from "../../db/insert-rows.ts";
import { createUser } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { withRights, staff: content, superuser } = staffCalls(t);
const { get, grantAccess, endAccess, endSessions } = contract.adminMembers;
const reason = "お問い合わせ 12 への対応";

async function memberInTrouble() {
  const user = await createUser(t.db, t.clock, { username: "山田 花子" });
  const at = t.clock.daysAgo(0);
  const subscription = { user_id: user.id, subscription_id: `sub_${user.id}`, status: "past_due", period_end: at };
  const rest = { plan: "monthly", cancel_at_period_end: false, payment_failed: true, synced_at: at } as const;
  await insertRow(t.db, "subscriptions", { ...subscription, ...rest, unpaid_amount: 1650 });
  const alert = { kind: "dispute", about: `dp_${user.id}`, message: "異議申し立てがあります。", amount: 1650 };
  await insertRow(t.db, "staff_alerts", { ...alert, user_id: user.id, created_at: at });
  return user;
}

test("the right to members shows a member without amounts, and helps the member", async () => {
  const user = await memberInTrouble();
  const me = await withRights({ may_see_members: true });
  const seen = (await me.call(get, { id: user.id })).json<MemberDetail>();
  expect(seen).toMatchObject({ email: user.email, payment: null });
  const granted = await me.call(grantAccess, { id: user.id }, { until: "2027-01-31", reason });
  expect(granted.json()).toMatchObject({ access_granted_until: "2027-01-31T15:00:00.000Z", payment: null });
  expect((await me.call(endSessions, { id: user.id }, { reason })).statusCode).toBe(200);
});

test("the right to money shows alerts with amounts and without persons", async () => {
  const user = await memberInTrouble();
  const mayBoth = await withRights({ may_see_members: true, may_see_money: true });
  expect((await mayBoth.call(contract.adminAlerts.list)).body).toContain(user.username);
  expect((await mayBoth.call(get, { id: user.id })).json<MemberDetail>().payment?.unpaid_amount).toBe(1650);
  const me = await withRights({ may_see_money: true });
  const listed = await me.call(contract.adminAlerts.list);
  expect(listed.json().results[0]).toMatchObject({ amount: 1650, member: null });
  const settled = await me.call(
    contract.adminAlerts.resolve,
    { id: listed.json().results[0].id },
    { is_resolved: true },
  );
  expect(settled.json()).toMatchObject({ member: null });
  for (const { body } of [listed, settled]) expect(body).not.toContain(user.username);
});

test("the dashboard counts only what the reader may see", async () => {
  const kinds = async (me: Awaited<ReturnType<typeof content>>) =>
    (await me.call(contract.dashboard.get)).json<{ needs: { kind: string }[] }>().needs.map(({ kind }) => kind);
  const [mails, charges] = ["failed_mails", "charges_to_look_at"];
  const of = async (me: Awaited<ReturnType<typeof content>>) =>
    (await kinds(me)).filter((kind) => kind === mails || kind === charges);
  expect(await of(await content())).toEqual([]);
  expect(await of(await withRights({ may_see_members: true }))).toEqual([mails]);
  expect(await of(await withRights({ may_see_money: true }))).toEqual([charges]);
  expect(await of(await superuser())).toEqual([mails, charges]);
});

test.each([
  ["staff", { is_staff: true }],
  ["a superuser", { is_superuser: true }],
])("the right to members gives no power over %s", async (_name, role) => {
  const colleague = await createUser(t.db, t.clock, { ...role, subscription_status: "trial" });
  const headers = await t.as(colleague.id);
  const me = await withRights({ may_see_members: true });
  for (const [route, body] of [
    [grantAccess, { until: "2027-01-31", reason }],
    [endAccess, { reason }],
    [endSessions, { reason }],
  ] as const) {
    const refused = await me.call(route, { id: colleague.id }, body);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      type: "missing_right",
      error: "この操作には「管理者」の権限が必要です。必要な場合は、管理者に依頼してください。",
    });
  }
  expect((await t.app.inject({ url: contract.profile.get.url, headers })).statusCode).toBe(200);
});

test("a refusal names the missing right to staff and nothing to members", async () => {
  const refusal = async (me: Awaited<ReturnType<typeof content>>, route: typeof contract.adminMembers.list) =>
    (await me.call(route)).json<{ type: string; error: string }>();
  const refused = await refusal(await content(), contract.adminMembers.list);
  expect(refused.type).toBe("missing_right");
  expect(refused.error).toContain("「会員」の権限が必要です");
  expect((await refusal(await staffCalls(t).member(), contract.adminMembers.list)).type).toBe("forbidden");
});

test("the profile names the rights that hold now", async () => {
  const rightsOf = async (me: Awaited<ReturnType<typeof content>>) => {
    const { may_see_members, may_see_money } = (await me.call(contract.profile.get)).json<Profile>();
    return [may_see_members, may_see_money];
  };
  expect(await rightsOf(await content())).toEqual([false, false]);
  expect(await rightsOf(await withRights({ may_see_money: true }))).toEqual([false, true]);
  expect(await rightsOf(await superuser())).toEqual([true, true]);
});
