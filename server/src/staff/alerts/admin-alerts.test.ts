import { contract } from "@manabiya/contract";
import type { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import type { BillingEvent } from "@manabiya/contract/staff/members.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { audit_log, users } from "../../db/schema.ts";
import type { PagedResult } from "../../http/paging.ts";
import { providerPages } from "../../billing/provider/provider.ts";
import {
  CARDS,
  checkout,
  deliverAll,
  type Member,
  pay,
  useBillingApp,
} from "../../../test/testing/billing-app.ts";
import { customerOf } from "../../../test/testing/billing-state.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";

const t = useBillingApp();
const { list, resolve } = staff.adminAlerts;

async function disputed(): Promise<{ member: Member; session: string; charge: string }> {
  const member = await t.member({ username: "山田" });
  const session = await checkout(member, "monthly");
  pay(t, session, CARDS.good);
  await deliverAll(t);
  const { data } = await t.stripe.charges.list({ customer: await customerOf(t, member), limit: 1 });
  const charge = data[0]?.id ?? "";
  t.sandbox.simulate.dispute(charge);
  await deliverAll(t);
  return { member, session, charge };
}

test("a disputed charge stands before superusers until they say it is dealt with, and can be taken back", async () => {
  const { member, charge } = await disputed();
  const me = await staffCalls(t).superuser();
  const listed = async (state: string) =>
    (await me.get(`${list.url}?state=${state}`)).json<PagedResult<StaffAlert>>();
  const count = async () =>
    (await me.call(staff.dashboard.get))
      .json<{ needs: { kind: string; count: number }[] }>()
      .needs.find(({ kind }) => kind === "charges_to_look_at")?.count;
  expect(await count()).toBe(1);
  const [alert] = (await listed("open")).results;
  expect(alert).toEqual({
    id: expect.any(Number),
    kind: "dispute",
    message: `支払い（${charge}）に異議申し立てがあります。Stripeで内容を確認してください。`,
    amount: 1650,
    member: { id: member.id, username: "山田" },
    // The sandbox has no pages for staff.
    provider_url: null,
    created_at: t.clock.daysAgo(0),
    resolved_at: null,
  });
  const id = alert?.id ?? 0;
  for (const _twice of [1, 2]) {
    const done = await me.call(resolve, { id }, { is_resolved: true });
    expect(done.json()).toMatchObject({ id, resolved_at: t.clock.daysAgo(0) });
  }
  expect(await count()).toBe(0);
  expect((await listed("open")).count).toBe(0);
  expect((await listed("resolved")).results).toMatchObject([{ id }]);
  await me.call(resolve, { id }, { is_resolved: false });
  expect(await count()).toBe(1);
  expect((await listed("open")).results).toEqual([alert]);
  const log = await t.db.orm.select().from(audit_log).where(eq(audit_log.subject, "alert"));
  expect(log.map(({ action, subject_id, user_id }) => [action, subject_id, user_id])).toEqual([
    ["alert.resolve", id, me.user.id],
    ["alert.reopen", id, me.user.id],
  ]);
  expect((await me.call(resolve, { id: 999_999 }, { is_resolved: true })).statusCode).toBe(404);
});

test("staff who are no superusers neither see nor count charges", async () => {
  const me = await staffCalls(t).staff();
  expect((await me.get(list.url)).statusCode).toBe(403);
  expect((await me.call(staff.dashboard.get)).body).not.toContain("charges_to_look_at");
});

test("a member's page tells what happened to their money, newest first, and nothing of others", async () => {
  const { member, session } = await disputed();
  await member.call({
    method: "GET",
    url: contract.subscription.checkSession.url.replace(":session_id", session),
  });
  const me = await staffCalls(t).superuser();
  const events = (await me.call(staff.adminMembers.billingEvents, { id: member.id })).json<BillingEvent[]>();
  const told = events.map(({ source, what, plan }) => [source, what, plan]);
  expect(told).toContainEqual(["checkout", "complete", "monthly"]);
  expect(told).toContainEqual(["event", "invoice.paid", null]);
  expect(told).toContainEqual(["letter", "thanks", null]);
  expect(told).toContainEqual(["alert", "dispute", null]);
  expect(told.filter(([, what]) => what === "checkout.session.completed")).toHaveLength(1);
  const times = events.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  const other = await t.member();
  expect((await me.call(staff.adminMembers.billingEvents, { id: other.id })).json()).toEqual([]);
  expect((await me.call(staff.adminMembers.billingEvents, { id: 999_999 })).statusCode).toBe(404);
  // A member without a name any more is still the one that an alert is about.
  await t.db.orm.update(users).set({ username: "退会した会員" }).where(eq(users.id, member.id));
  const { results } = (await me.get(list.url)).json<PagedResult<StaffAlert>>();
  expect(results[0]?.member).toEqual({ id: member.id, username: "退会した会員" });
});

test("the provider's pages are those of the key's mode; a sandbox has none", () => {
  expect(providerPages({ secretKey: "sk_live_1", apiUrl: null })).toBe("https://dashboard.stripe.com");
  expect(providerPages({ secretKey: "rk_test_1", apiUrl: "https://api.stripe.com/" })).toBe(
    "https://dashboard.stripe.com/test",
  );
  expect(providerPages({ secretKey: "sk_test_1", apiUrl: "http://127.0.0.1:9" })).toBeNull();
});
