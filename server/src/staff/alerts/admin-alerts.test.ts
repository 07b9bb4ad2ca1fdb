import { contract } from "@manabiya/contract";
import type { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { Dashboard } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import type { TimelineEntry } from "@manabiya/contract/staff/members/desk.ts";
import { expect, test } from "vitest";
import type { PagedResult } from "../../http/paging.ts";
import { providerPages } from "../../billing/provider/provider.ts";
import { CARDS, checkout, deliverAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { customerOf } from "../../../test/testing/billing-state.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";

const t = useBillingApp();
const { list, resolve } = contract.adminAlerts;

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

test("lists a disputed charge until a superuser resolves it, and reopens it", async () => {
  const { member, charge } = await disputed();
  const me = await staffCalls(t).superuser();
  const listed = async (state: string) => (await me.get(`${list.url}?state=${state}`)).json<PagedResult<StaffAlert>>();
  const task = async () =>
    (await me.call(contract.dashboard.get)).json<Dashboard>().needs.find(({ kind }) => kind === "disputes");
  const count = async () => (await task())?.count;
  const { data } = await t.stripe.disputes.list({ charge });
  const dueBy = new Date((data[0]?.evidence_details.due_by ?? 0) * 1000);
  dueBy.setUTCSeconds(0, 0);
  expect(await task()).toMatchObject({ count: 1, at: dueBy.toISOString() });
  const [alert] = (await listed("open")).results;
  expect(alert).toEqual({
    id: expect.any(Number),
    kind: "dispute",
    message: expect.stringContaining(
      `支払い（${charge}）に異議申し立てがあります。理由：その他。証拠の提出期限：`,
    ) as string,
    amount: 1650,
    member: { id: member.id, username: "山田" },
    // The sandbox has no pages.
    can_connect: false,
    provider_url: null,
    created_at: t.clock.daysAgo(0),
    resolved_at: null,
  });
  const id = alert?.id ?? 0;
  for (const _attempt of [1, 2]) {
    const done = await me.call(resolve, { id }, { is_resolved: true });
    expect(done.json()).toMatchObject({ id, resolved_at: t.clock.daysAgo(0) });
  }
  expect(await count()).toBe(0);
  expect((await listed("open")).count).toBe(0);
  expect((await listed("resolved")).results).toMatchObject([{ id }]);
  await me.call(resolve, { id }, { is_resolved: false });
  expect(await count()).toBe(1);
  expect((await listed("open")).results).toEqual([alert]);
  const { rows: log } = await t.db.query<AuditEntry>({
    text: "select * from audit_log where subject = 'alert' order by id",
  });
  expect(log.map(({ action, subject_id, user_id }) => [action, subject_id, user_id])).toEqual([
    ["alert.resolve", id, me.user.id],
    ["alert.reopen", id, me.user.id],
  ]);
  expect((await me.call(resolve, { id: 999_999 }, { is_resolved: true })).statusCode).toBe(404);
});

test("hides alerts and their count from staff without superuser rights", async () => {
  const me = await staffCalls(t).staff();
  expect((await me.get(list.url)).statusCode).toBe(403);
  expect((await me.call(contract.dashboard.get)).body).not.toMatch(/charges_to_look_at|disputes/);
});

test("lists what happened to a member's contract, newest first, without the events of others", async () => {
  const { member, session } = await disputed();
  await member.call({ method: "GET", url: contract.subscription.checkSession.url.replace(":session_id", session) });
  const me = await staffCalls(t).superuser();
  const { timeline } = contract.adminMemberDesk;
  const entriesOf = async (id: number) =>
    (await me.call(timeline, { id })).json<{ entries: TimelineEntry[] }>().entries;
  const events = await entriesOf(member.id);
  const listed = events.map(({ source, what, plan }) => [source, what, plan]);
  expect(listed).toContainEqual(["checkout", "complete", "monthly"]);
  expect(listed).toContainEqual(["event", "invoice.paid", null]);
  expect(listed).toContainEqual(["unsent_mail", expect.stringContaining("お申し込みが完了しました"), null]);
  expect(listed).toContainEqual(["alert", "dispute", null]);
  expect(listed.filter(([, what]) => what === "checkout.session.completed")).toHaveLength(1);
  const times = events.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => Date.parse(b) - Date.parse(a)));
  const other = await t.member();
  const others = (await entriesOf(other.id)).map(({ source }) => source);
  for (const source of ["event", "alert", "checkout"]) expect(others).not.toContain(source);
  expect((await me.call(timeline, { id: 999_999 })).statusCode).toBe(404);
  // The alert still names a member after the account is closed.
  await t.db.query({ text: "update users set username = '退会した会員' where id = $1", values: [member.id] });
  const { results } = (await me.get(list.url)).json<PagedResult<StaffAlert>>();
  expect(results[0]?.member).toEqual({ id: member.id, username: "退会した会員" });
});

test("links to the provider's pages of the key's mode and to none for a sandbox", () => {
  expect(providerPages({ secretKey: "sk_live_1", apiUrl: null })).toBe("https://dashboard.stripe.com");
  expect(providerPages({ secretKey: "rk_test_1", apiUrl: "https://api.stripe.com/" })).toBe(
    "https://dashboard.stripe.com/test",
  );
  expect(providerPages({ secretKey: "sk_test_1", apiUrl: "http://127.0.0.1:9" })).toBeNull();
});
