import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../test/testing/random.ts";
import { useTestApp, TEST_SECRET } from "../../test/testing/test-app.ts";
import { localNetwork, openReceiver, type Received } from "../../test/testing/webhook-receiver.ts";
import { createAccount } from "../accounts/login/accounts.ts";
import type { Database } from "../db/open.ts";
import { insertRow } from "../db/insert-rows.ts";
import { recordMembership } from "../events/membership-changes.ts";
import { recordFacts } from "../events/webhook-events.ts";
import { findEvents } from "./find-events.ts";
import { startWebhookSender, webhookSeal } from "./sender.ts";

const t = useTestApp();

/** Enough for each planted defect to show within some days. */
const FEW = 100;
const MEMBERS = Number(process.env["PROVE_MONTH_MEMBERS"] ?? FEW);
const HOUR = 3_600_000;
const STEP = 2 * HOUR;
const EVENTS = [
  "member.signed_up",
  "trial.began",
  "trial.ends",
  "payment.paid",
  "payment.failed",
  "subscription.ended",
];

interface Recorded {
  event_id: string;
  user_id: number;
}

/** @returns each breach of the promise: at least once, in order for a member, with one id and body over all attempts */
function judge(recorded: Recorded[], taken: Received[]): string[] {
  const problems: string[] = [];
  const firsts = new Map<string, Received>();
  for (const message of taken) {
    const first = firsts.get(message.id);
    if (first && first.body !== message.body) problems.push(`${message.id} changed`);
    if (!first) firsts.set(message.id, message);
  }
  const known = new Set(recorded.map(({ event_id }) => event_id));
  problems.push(
    ...recorded.filter(({ event_id }) => !firsts.has(event_id)).map(({ event_id }) => `${event_id} is missing`),
  );
  problems.push(...[...firsts.keys()].filter((id) => !known.has(id)).map((id) => `${id} is no event`));
  const order = new Map([...firsts.keys()].map((id, index) => [id, index]));
  const last = new Map<number, number>();
  for (const { event_id, user_id } of recorded) {
    const index = order.get(event_id) ?? Infinity;
    if (index < (last.get(user_id) ?? -1)) problems.push(`${event_id} came too early`);
    last.set(user_id, Math.max(index, last.get(user_id) ?? -1));
  }
  return problems;
}

interface Plant {
  db?: (db: Database) => Database;
  post?: (post: ReturnType<typeof localNetwork>["post"]) => ReturnType<typeof localNetwork>["post"];
}

/** Lives some days with a receiver that is away on the second one and answers 500 at random. Returns what it took */
async function live(
  days: number,
  count: number,
  { db: plantDb = (db) => db, post: plantPost = (post) => post }: Plant = {},
) {
  await t.db.query({
    text: "truncate webhook_endpoints, webhook_deliveries, membership_changes, trials, users cascade",
  });
  const random = createRandom(38).next;
  const receiver = await openReceiver();
  onTestFinished(receiver.close);
  const began = t.clock.now();
  const taken: Received[] = [];
  const answers = { 204: 0, 500: 0, 503: 0 };
  receiver.state.answer = (response: ServerResponse, message: Received) => {
    const isAway = Math.floor((t.clock.now() - began) / (24 * HOUR)) === 1;
    const status = isAway ? 503 : random() < 0.1 ? 500 : 204;
    answers[status]++;
    if (status === 204) taken.push(message);
    response.writeHead(status).end();
  };
  const secret = webhookSeal(TEST_SECRET).close(`whsec_${Buffer.alloc(32, 1).toString("base64")}`, "webhook");
  const on_since = new Date(t.clock.now()).toISOString();
  await insertRow(t.db, "webhook_endpoints", { url: receiver.url, events: EVENTS, secret, on_since });
  const log = pino({ level: "silent" });
  const given = { now: t.clock.now, log, seal: webhookSeal(TEST_SECRET), post: plantPost(localNetwork().post) };
  let running = 0;
  const counted = (db: Database): Database => ({
    ...db,
    query: async (query) => {
      running++;
      try {
        return await db.query(query);
      } finally {
        running--;
      }
    },
  });
  const senders = [t.db, t.db].map((db) => startWebhookSender({ ...given, db: plantDb(counted(db)) }));
  const idle = async () => {
    for (;;) {
      for (const sender of senders) sender.wake();
      // A round that asks for a lease has read the clock. If the clock jumped now, its lease would be over when it begins.
      do await pause(5);
      while (running > 0);
      const { rows } = await t.db.query<{ busy: boolean }>({
        text: `select exists (select from webhook_endpoints where leased_until > $1)
                   or exists (select from webhook_deliveries d where delivered_at is null and due_at <= $1
                                 and not exists (select from webhook_deliveries b where b.user_id = d.user_id
                                                    and b.delivered_at is null and b.id < d.id)) as busy`,
        values: [new Date(t.clock.now()).toISOString()],
      });
      if (!rows[0]?.busy && running === 0) return;
    }
  };
  const members: number[] = [];
  const steps = (days * 24 * HOUR) / STEP;
  for (let step = 0; step < steps; step++) {
    while (members.length < Math.min(count, ((step + 1) * count) / (steps / 2))) {
      const email = `month-${days}-${members.length}@example.com`;
      const account = {
        username: "会員",
        email,
        passwordHash: "none",
        subscription_status: "trial" as const,
        source: "",
      };
      members.push((await createAccount(t.db, account, t.clock.now(), async () => {})).id);
    }
    for (const id of members) {
      if (random() > 0.01) continue;
      await t.db.transaction(async (tx) => {
        const data = { member: id, invoice: `in_${id}_${step}`, amount: 1650, currency: "jpy" };
        const fact = { userId: id, at: t.clock.now(), data };
        const paid = { ...fact, type: "payment.paid" as const, key: data.invoice };
        // A reading that comes twice tells nothing again.
        await recordFacts(tx, [{ ...fact, type: "payment.failed", key: data.invoice }, paid]);
        await recordFacts(tx, [paid]);
        await recordMembership(tx, id, { isPaying: true, monthlyRevenue: 1500 }, t.clock.now());
        if (random() < 0.3) await recordMembership(tx, id, { isPaying: false, monthlyRevenue: 0 }, t.clock.now());
      });
    }
    await findEvents(t.db, t.clock.now());
    await idle();
    t.clock.advance({ minutes: STEP / 60_000 });
  }
  // Nothing new happens, and what failed comes at its time.
  for (let more = 0; more < 24; more++) {
    await idle();
    t.clock.advance({ minutes: 60 });
  }
  await Promise.all(senders.map((sender) => sender.stop()));
  const { rows } = await t.db.query<Recorded & { type: string }>({
    text: "select event_id, user_id, type from webhook_deliveries order by id",
  });
  return { recorded: rows, taken, answers };
}

test(`a month of ${MEMBERS} members: each event arrives, in its member's order, with one id`, async () => {
  const { recorded, taken, answers } = await live(30, MEMBERS);
  expect(judge(recorded, taken)).toEqual([]);
  expect(new Set(recorded.map(({ type }) => type))).toEqual(new Set(EVENTS));
  expect(recorded.length).toBeGreaterThan(700);
  expect([answers[500] > 50, answers[503] > 30, answers[204]]).toEqual([true, true, recorded.length]);
});

const withText = (db: Database, from: string, to: string): Database => ({
  ...db,
  query: (query) => {
    if (query.name === "webhooks.due") expect(query.text).toContain(from);
    return db.query({
      ...query,
      ...(query.name === "webhooks.due" && { name: "planted", text: query.text.replace(from, to) }),
    });
  },
});

test.each<[string, Plant, RegExp]>([
  [
    "a sender that takes an error for success",
    {
      post:
        (post) =>
        async (...given) => {
          const answer = await post(...given);
          return answer.status === 500 ? { ...answer, status: 200 } : answer;
        },
    },
    /is missing/,
  ],
  [
    "a sender that does not wait for the message before",
    { db: (db) => withText(db, "distinct on (coalesce(user_id, 0)) *", "*") },
    /came too early/,
  ],
  [
    "an id that changes with the attempt",
    {
      post:
        (post) =>
        async (url, headers, ...rest) =>
          post(url, { ...headers, "webhook-id": crypto.randomUUID() }, ...rest),
    },
    /is no event/,
  ],
])("the judge finds %s", async (_name, plant, problem) => {
  const { recorded, taken } = await live(4, FEW, plant);
  expect(judge(recorded, taken).join("\n")).toMatch(problem);
});
