import { contract } from "@manabiya/contract";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { PASSWORD } from "../../../test/testing/account-calls.ts";
import { afterEach, expect, test } from "vitest";
import { CARDS, checkout, create, deliverAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import type { Member } from "../../../test/testing/billing-types.ts";

const t = useBillingApp();
const calls = contract.subscription;

/** Milliseconds: `TIMEOUT` in `web/src/api/send.ts`. */
const TIMEOUT = 10_000;

afterEach(() => {
  t.sandbox.failures.clear();
  t.errors.length = 0;
});

const OPERATIONS: [string, (member: Member) => ReturnType<Member["call"]>][] = [
  ["create", (member) => create(member, "monthly")],
  ["checkout preview", (member) => member.call(at(contract.checkout.preview.url, "?plan_type=monthly"))],
  ["get", (member) => member.call(calls.get)],
  ["change preview", (member) => member.call(at(calls.previewChange.url, "?new_plan=yearly"))],
  ["change", (member) => member.call(calls.changePlan, { new_plan: "yearly" })],
  ["cancel", (member) => member.call(calls.cancel)],
  ["undo", (member) => member.call(calls.undoCancel)],
  ["portal", (member) => member.call(calls.customerPortal, { return_url: `${t.deps.site.publicUrl}/profile` })],
  ["leave", (member) => member.call(contract.profile.remove, { password: PASSWORD })],
];

const at = (url: string, query: string) => ({ method: "GET", url: url + query });

test("every operation answers before the browser gives up, however slow the provider is", async () => {
  const members: Member[] = [];
  for (const _ of OPERATIONS) {
    const member = await t.member({ password_hash: await hashPassword(PASSWORD) });
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    members.push(member);
  }
  t.sandbox.failures.add({ mode: "slow", ms: 9000 });
  const answers = await Promise.all(
    OPERATIONS.map(async ([name, run], index) => {
      const began = performance.now();
      const { statusCode } = await run(members[index] as Member);
      return { name, statusCode, isInTime: performance.now() - began < TIMEOUT - 500 };
    }),
  );
  expect(answers).toEqual(OPERATIONS.map(([name]) => ({ name, statusCode: 503, isInTime: true })));
});
