import { startStripeSandbox } from "stripe-sandbox";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBilling, openProvider } from "../billing/provider/provider.ts";
import { syncSubscription } from "../billing/sync/sync.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import type { UserRow } from "../../test/testing/factories.ts";
import { seedDemo } from "./seed.ts";
import { seedSubscriptions } from "./subscriptions.ts";

const t = useTestApp();

test("seeds subscriptions with months of renewals and invoices in the sandbox", async () => {
  await seedDemo(t.db, t.deps.storage, t.clock.now());
  const options = { dataDir: t.dataDir, siteName: "学び舎", invoiceNumber: "T9000000000000", now: t.clock.now() };
  const customers = await seedSubscriptions(t.db, options);
  expect(customers).toHaveLength(3);
  expect(await seedSubscriptions(t.db, options)).toEqual([]);

  const sandbox = await startStripeSandbox({ dataDir: join(t.dataDir, "sandbox"), now: t.clock.now });
  const stripe = openProvider({ secretKey: sandbox.secretKey, apiUrl: sandbox.url });
  const billing = createBilling({ ...t.deps, stripe, log: t.deps.logger });
  for (const customer of customers) await syncSubscription(billing, customer);

  const day = 86_400_000;
  const stateOf = async (name: string) => {
    const { rows } = await t.db.query<UserRow & { customer_id: string }>({
      text: "select * from users join stripe_customers c on c.user_id = users.id where users.email = $1",
      values: [`${name}@example.com`],
    });
    const { customer_id = "", subscription_status, subscription_plan, subscription_end_date } = rows[0] ?? {};
    const { data } = await stripe.invoices.list({ customer: customer_id });
    const daysLeft = (Date.parse(subscription_end_date ?? "") - t.clock.now()) / day;
    const paid = data.filter(({ status }) => status === "paid").map(({ total }) => total);
    return { subscription_status, subscription_plan, daysLeft, paid };
  };
  const member = await stateOf("member");
  expect(member).toMatchObject({ subscription_status: "active", subscription_plan: "monthly" });
  expect(member.paid).toEqual([1650, 1650, 1650, 1650, 1650]);
  expect(member.daysLeft).toBeGreaterThan(0);
  const yearly = await stateOf("yearly");
  expect(yearly).toMatchObject({ subscription_status: "active", subscription_plan: "yearly", paid: [16_500] });
  expect(yearly.daysLeft).toBeGreaterThan(190);
  const canceled = await stateOf("canceled");
  expect(canceled.subscription_status).toBe("canceled");
  expect(canceled.daysLeft).toBeLessThan(0);
  // Past events cause no mails.
  const { rows } = await t.db.query({ text: "select 1 from mail_outbox" });
  expect(rows).toEqual([]);
  await sandbox.close();
});
