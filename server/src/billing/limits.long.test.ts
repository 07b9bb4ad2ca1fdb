import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { checkout, payLater, useBillingApp } from "../../test/testing/billing-app.ts";

const t = useBillingApp();
const calls = contract.subscription;

const READS = {
  "the profile": calls.get,
  "a plan change preview": { method: "GET", url: `${calls.previewChange.url}?new_plan=yearly` },
  "a plan change's status": calls.completeChange,
};

test.each(Object.entries(READS))("returns 429 after 90 reads of %s in a minute", async (_name, route) => {
  const member = await t.member();
  const read = () => member.call(route, route.method === "POST" ? { session_id: "x" } : undefined);
  for (let time = 0; time < 90; time++) expect((await read()).statusCode).not.toBe(429);
  const refused = await read();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBe(60);
  t.clock.advance({ minutes: 1 });
  expect((await read()).statusCode).not.toBe(429);
});

test("two tabs can wait for a payment, and the 91st read in a minute returns 429", async () => {
  const member = await t.member();
  const session = await checkout(member, "monthly");
  payLater(t, session);
  const url = calls.checkSession.url.replace(":session_id", session);
  const read = async () => (await member.call({ method: "GET", url })).statusCode;
  for (let seconds = 0; seconds < 60; seconds += 2) {
    expect([await read(), await read()]).toEqual([200, 200]);
    t.clock.advance({ seconds: 2 });
  }
  t.clock.advance({ minutes: 1 });
  const answers = [];
  for (let time = 0; time < 91; time++) answers.push(await read());
  expect(answers.indexOf(429)).toBe(90);
});
