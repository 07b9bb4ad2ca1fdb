import { setTimeout as pause } from "node:timers/promises";
import { contract } from "@manabiya/contract";
import type { LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { CARDS, create, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { booksOf, seenAs } from "../../../test/testing/billing-state.ts";

/** `npm run prove -- billing` sets 200. */
const MEMBERS = Number(process.env["PROVE_MEMBERS"] ?? 5);
const PARALLEL_REQUESTS = 8;
/** Members whose requests run in parallel. */
const PARALLEL_MEMBERS = 5;

const t = useBillingApp();
const counted = { checkouts: 0, paid: 0, changes: 0, charges: 0, mostLive: 0, mostCharges: 0 };

/** Eight parallel requests. `busy` answers are repeated, because a slow machine may not finish 40 requests in time. */
const eightTimes = (request: (time: number) => Promise<LightMyRequestResponse>) =>
  Promise.all(
    Array.from({ length: PARALLEL_REQUESTS }, async (_, time) => {
      for (;;) {
        const answer = await request(time);
        if (answer.json<{ type?: string }>().type !== "busy") return answer;
        await pause(1_000 * Number(answer.headers["retry-after"]));
      }
    }),
  );

async function press(): Promise<void> {
  const member = await t.member();
  const answers = await eightTimes((time) => create(member, time % 2 === 0 ? "monthly" : "yearly"));
  for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
  const sessions = new Set(answers.map((answer) => answer.json<{ session_id: string }>().session_id));
  counted.checkouts += answers.length;
  // A member with several open pages tries to pay on each.
  for (const session of sessions) await tryToPay(session);
  await eightTimes(() => create(member, "monthly"));
  await changeEightTimes(member);
  const { live, charged } = await booksOf(t, member);
  expect(live).toHaveLength(1);
  // One for the checkout and one for the change.
  expect(charged.length).toBeLessThanOrEqual(2);
  counted.charges += charged.length;
  counted.mostLive = Math.max(counted.mostLive, live.length);
  counted.mostCharges = Math.max(counted.mostCharges, charged.length);
  const plan = live[0]?.items.data[0]?.price.recurring?.interval === "year" ? "yearly" : "monthly";
  expect(await seenAs(t, member)).toMatchObject({ status: "active", plan, watches: true });
}

async function tryToPay(session: string): Promise<void> {
  const { status } = await t.stripe.checkout.sessions.retrieve(session);
  if (status !== "open") return;
  pay(t, session, CARDS.good);
  counted.paid++;
}

async function changeEightTimes(member: Member): Promise<void> {
  const before = await booksOf(t, member);
  const isYearly = before.live[0]?.items.data[0]?.price.recurring?.interval === "year";
  const new_plan = isYearly ? "monthly" : "yearly";
  const answers = await eightTimes(() => member.call(contract.subscription.changePlan, { new_plan }));
  const made = answers.filter((answer) => answer.json<{ success?: boolean }>().success);
  expect(made).toHaveLength(1);
  counted.changes += answers.length;
  const after = await booksOf(t, member);
  expect(after.charged.length - before.charged.length).toBeLessThanOrEqual(1);
}

test(`${MEMBERS} members with eight parallel requests of each kind pay once`, async () => {
  for (let done = 0; done < MEMBERS; done += PARALLEL_MEMBERS) {
    await Promise.all(Array.from({ length: Math.min(PARALLEL_MEMBERS, MEMBERS - done) }, press));
    t.sandbox.webhooks.drop(t.sandbox.webhooks.pending());
  }
  expect(counted).toMatchObject({ mostLive: 1, paid: MEMBERS });
  console.log(`${MEMBERS} members`, counted);
}, 3_600_000);
