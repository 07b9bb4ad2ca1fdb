import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { RETURN_URLS, useBillingApp } from "../../../test/testing/billing-app.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { syncEmailAddress } from "./customers.ts";
import { createBilling } from "./provider.ts";

const t = useBillingApp();

test("a member whose address the provider refuses subscribes and changes to another such address", async () => {
  const member = await t.member({ email: "taro..yamada@docomo.ne.jp" });
  const answer = await member.call(contract.subscription.create, { plan_type: "monthly", ...RETURN_URLS });
  expect(answer.statusCode).toBe(200);
  const customer = async () => (await t.stripe.customers.list({ limit: 1 })).data[0];
  expect(await customer()).toMatchObject({ email: null, metadata: { user_id: String(member.id) } });
  for (const [email, known] of [
    ["taro@example.com", "taro@example.com"],
    ["taro.@docomo.ne.jp", null],
  ]) {
    await t.db.query({ text: "update users set email = $2 where id = $1", values: [member.id, email] });
    await syncEmailAddress(createBilling({ ...t.deps, log: t.deps.logger }), member.id);
    expect(await customer()).toMatchObject({ email: known });
    expect(await selectRows(t.db, "stripe_customers", { user_id: member.id })).toMatchObject([{ email }]);
  }
});
