import { contract } from "@manabiya/contract";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { expect, test } from "vitest";
import { createBilling } from "../../billing/provider/provider.ts";
import { reconcileHourly } from "../../billing/sync/reconcile.ts";
import {
  advance,
  CARDS,
  checkout,
  create,
  deliverAll,
  dropAll,
  pay,
  useBillingApp,
} from "../../../test/testing/billing-app.ts";
import { booksOf, customerOf, seenAs, subjectsTo } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";

const t = useBillingApp();

const reconcile = () =>
  reconcileHourly(createBilling({ ...t.deps, log: t.deps.logger, stripe: t.stripe, wakeMailSender: () => {} }));

/** A member who pays for another service with the same account at the provider. @returns their customer */
async function payElsewhere(plan: PaidPlan): Promise<string> {
  const member = await t.member();
  pay(t, await checkout(member, plan), CARDS.good);
  const customer = await customerOf(t, member);
  dropAll(t);
  for (const table of ["membership_changes", "users"]) {
    const column = table === "users" ? "id" : "user_id";
    await t.db.query({ text: `delete from ${table} where ${column} = $1`, values: [member.id] });
  }
  return customer;
}

let imported = 0;

async function bring(cells: Record<string, string>): Promise<Member> {
  const { headers } = await staffCalls(t).superuser();
  const email = `customer-${++imported}@example.com`;
  const row = { email, username: "引越 太郎", created_at: "2024-05-01", ...cells };
  const csv = `${Object.keys(row).join()}\n${Object.values(row).join()}\n`;
  const form = await formPayload({ reason: "移行", csv_file: fileOf(csv, "members.csv") });
  const answer = await t.app.inject({
    method: "POST",
    url: contract.adminMoving.importMembers.url,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
  expect(answer.json().errors).toEqual([]);
  const [user] = await selectRows(t.db, "users", { email });
  const id = user?.id ?? 0;
  return {
    id,
    email,
    call: async ({ method, url }, body) =>
      t.app.inject({ method: method as "POST", url, headers: await t.as(id), ...(body && { payload: body }) }),
  };
}

const ACTIVE = { subscription_status: "active", subscription_plan: "monthly" };

test("a paying member is synced within the hour, without a mail, and renews by the running subscription", async () => {
  const customer_id = await payElsewhere("yearly");
  const member = await bring({ ...ACTIVE, customer_id });
  expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "monthly", watches: true });
  await reconcile();
  await reconcile();
  expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "yearly", watches: true });
  expect(await subjectsTo(t, member)).toEqual([]);
  const changes = await selectRows(t.db, "membership_changes", { user_id: member.id });
  expect(changes.map(({ kind, is_first, monthly_revenue }) => [kind, is_first, monthly_revenue])).toEqual([
    ["signup", false, 0],
    ["baseline", false, 0],
    ["price", false, 1_250],
  ]);
  expect((await booksOf(t, member)).charged).toEqual([16_500]);
  advance(t, { days: 366 });
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([16_500, 16_500]);
  expect(await subjectsTo(t, member)).toEqual([expect.stringContaining("お支払い")]);
});

test.each([
  ["active", ACTIVE],
  ["inactive in an old file", {}],
])("a member who is %s and pays elsewhere already cannot buy a second subscription", async (_what, cells) => {
  const member = await bring({ ...cells, customer_id: await payElsewhere("monthly") });
  expect((await create(member, "monthly")).statusCode).toBe(409);
  const { live, charged } = await booksOf(t, member);
  expect([live.length, charged]).toEqual([1, [1_650]]);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "monthly", watches: true });
  expect(await subjectsTo(t, member)).toEqual([]);
});

test("a customer that another member has is refused by name", async () => {
  const customer_id = await payElsewhere("monthly");
  await bring({ ...ACTIVE, customer_id });
  await expect(bring({ ...ACTIVE, customer_id })).rejects.toThrow("customer_id：ほかの会員の顧客番号です。");
});
