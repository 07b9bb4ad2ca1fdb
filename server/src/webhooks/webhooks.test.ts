import { contract } from "@manabiya/contract";
import type { Delivery, Tools } from "@manabiya/contract/webhooks/tools.ts";
import { EVENT_NAMES, type EventName, EVENTS } from "@manabiya/contract/webhooks/events.ts";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { advance, CARDS, checkout, deliverAll, pay, useBillingApp, useCard } from "../../test/testing/billing-app.ts";
import { customerOf } from "../../test/testing/billing-state.ts";
import { createPlaylist, createUser, createVideo } from "../../test/testing/factories.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { TEST_SECRET } from "../../test/testing/test-app.ts";
import { localNetwork, openReceiver, type Receiver, signedBy } from "../../test/testing/webhook-receiver.ts";
import { closeAccount } from "../personal-data/close-account.ts";
import { readDashboard } from "../staff/dashboard/read.ts";
import { findEvents } from "./find-events.ts";
import { startWebhookSender, webhookSeal } from "./sender.ts";

const t = useBillingApp();
const HOUR = 60;
const { addEndpoint: create, updateEndpoint: update, removeEndpoint: remove } = contract.adminTools;
const { renewSecret, read: list, resend, test: sendTest } = contract.adminTools;

let receiver: Receiver;
let superuser: number;
let sender: ReturnType<typeof startWebhookSender> | null;

beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(async () => receiver.close());

beforeEach(async () => {
  superuser = (await createUser(t.db, t.clock, { is_superuser: true, is_staff: true })).id;
  receiver.received.length = 0;
  receiver.state.answer = (response) => void response.writeHead(204).end();
  sender = null;
});

afterEach(async () => {
  await sender?.stop();
  await t.db.query({ text: "delete from webhook_endpoints" });
});

/** Not before the clock has been moved: a message that is being sent while days pass is sent again. */
function wakeSender(): void {
  sender ??= startWebhookSender({
    ...{ db: t.db, now: t.clock.now, log: pino({ level: "silent" }) },
    seal: webhookSeal(TEST_SECRET),
    ...localNetwork(),
  });
  sender.wake();
}

async function call<T = object>({ method, url }: { method: string; url: string }, id?: number, payload?: object) {
  const response = await t.app.inject({
    ...{ method: method as "POST", url: url.replace(":id", String(id)), headers: await t.as(superuser) },
    ...(payload && { payload }),
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<T>();
}

const body = (events: EventName[] = EVENT_NAMES, is_on = true) => ({ url: receiver.url, events, is_on });

async function addEndpoint(events?: EventName[]) {
  const { endpoints, secret } = await call<Tools>(create, undefined, body(events));
  // The card provider's instants are whole seconds.
  t.clock.advance({ seconds: 1 });
  return { id: endpoints.at(-1)?.id ?? 0, secret: secret ?? "" };
}

const log = async (id: number) => (await call<Tools>(list)).deliveries.filter((each) => each.endpoint_id === id);
const endpoint = async (id: number) => (await call<Tools>(list)).endpoints.find((each) => each.id === id);
const types = () => receiver.received.map(({ type }) => type);

async function arrives(count: number): Promise<void> {
  wakeSender();
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(count);
}

async function attempted(id: number, attempts: number): Promise<Delivery> {
  wakeSender();
  await expect.poll(async () => (await log(id)).at(-1)?.attempts, { timeout: 10_000 }).toBe(attempts);
  await expect
    .poll(async () => (await selectRows(t.db, "webhook_endpoints", { id }))[0]?.["leased_until"])
    .toBeTruthy();
  const [last] = (await log(id)).slice(-1);
  if (!last) throw new Error("no message");
  return last;
}

const story = (id: number) => receiver.received.filter(({ data }) => data.member === id).map(({ type }) => type);

test("tells each event of a member's life once, in its order, with the documented data and the endpoint's signature", async () => {
  const { secret, id: address } = await addEndpoint();
  const signup = await t.app.inject({
    method: "POST",
    url: contract.auth.signup.url,
    payload: {
      ...{ username: "花子", email: "hanako@example.com", password: "nagai-aikotoba-77", agreedToTerms: true },
      ...{ password2: "nagai-aikotoba-77", subscription_status: "trial" },
    },
  });
  expect(signup.statusCode, signup.body).toBe(201);
  const { id } = signup.json<{ user: { id: number } }>().user;
  const as = async ({ method, url }: { method: string; url: string }, target?: number, payload?: object) => {
    t.clock.advance({ seconds: 10 });
    const response = await t.app.inject({
      ...{ method: method as "POST", url: url.replace(":id", String(target)), headers: await t.as(id) },
      ...(payload && { payload }),
    });
    expect(response.statusCode, response.body).toBe(200);
    return response;
  };
  const published_at = new Date(t.clock.now()).toISOString();
  const [first, second] = [
    await createVideo(t.db, t.clock, { published_at, title: "授業1" }),
    await createVideo(t.db, t.clock),
  ];
  await createPlaylist(t.db, t.clock, "入門", [first.id, second.id]);
  await findEvents(t.db, t.clock.now());
  const watch = (video: number, position: number) => as(contract.videos.progress, video, { position, duration: 600 });
  await watch(first.id, 500);
  await watch(first.id, 560);
  await watch(first.id, 570);
  const mark = (video: number, is_finished: boolean) => as(contract.courses.mark, video, { is_finished });
  for (const is_finished of [true, false, true]) await mark(second.id, is_finished);
  const question = { second: 61, text: "ここは？", nickname: "受講者", is_public: true };
  await as(contract.questions.ask, first.id, question);
  await as(contract.questions.ask, first.id, question);
  advance(t, { days: 4.1 });
  for (let run = 0; run < 2; run++) await findEvents(t.db, t.clock.now());

  const member = {
    id,
    email: "hanako@example.com",
    call: (route: { method: string; url: string }, payload?: object) => as(route, undefined, payload),
  };
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  await deliverAll(t);
  await as(contract.subscription.cancel);
  advance(t, { days: 40 });
  await deliverAll(t);
  await arrives(11);

  expect(story(id)).toEqual([
    ...["member.signed_up", "trial.began", "lesson.finished", "lesson.finished", "course.finished", "question.asked"],
    ...["trial.ends", "payment.paid", "subscription.cancelled", "subscription.ended"],
  ]);
  expect(types().filter((type) => type === "video.published")).toHaveLength(1);
  for (const message of receiver.received) {
    const { type, data, timestamp, text, headers: sent } = message;
    expect(EVENTS[type as EventName].data.safeParse(data).error, type).toBeUndefined();
    expect(new Date(timestamp).toISOString()).toBe(timestamp);
    expect(text).toMatch(/会員\d+|「授業1」/);
    expect(sent).toMatchObject({ "content-type": "application/json", "user-agent": "Manabiya-Webhooks" });
    expect(signedBy(message, [secret])).toEqual([true]);
  }
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(receiver.received.length);
  expect(
    receiver.received.filter(({ body: sent }) => sent.includes("hanako@example.com")).map(({ type }) => type),
  ).toEqual(["member.signed_up"]);
  expect(receiver.received.find(({ type }) => type === "question.asked")?.body).not.toContain("ここは？");
  expect((await endpoint(address))?.waiting).toBe(0);
});

test("tells of a bill that fails once, and of a closed account by its number alone", async () => {
  const { id: address } = await addEndpoint([
    "member.signed_up",
    "payment.paid",
    "payment.failed",
    "subscription.ended",
  ]);
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  await useCard(t, await customerOf(t, member), CARDS.failsLater);
  for (let day = 0; day < 33; day++) {
    advance(t, { days: 1 });
    await deliverAll(t);
  }
  await arrives(2);
  expect(story(member.id)).toEqual(["payment.paid", "payment.failed"]);
  await sender?.stop();
  const insert = "insert into webhook_deliveries (endpoint_id, event_id, type, user_id, data, at, due_at)";
  await t.db.query({
    text: `${insert} values ($1, gen_random_uuid(), 'member.signed_up', $2, $3, now(), now())`,
    values: [address, member.id, JSON.stringify({ member: member.id, email: member.email })],
  });
  await t.db.query({ text: "update users set password_hash = 'none' where id = $1", values: [member.id] });
  const [user] = await selectRows(t.db, "users", { id: member.id });
  const closing = { currentUser: user as never, verifiedHash: "none", unusableHash: "gone", now: t.clock.now() };
  expect(await t.db.transaction((tx) => closeAccount(tx, closing))).toBe(true);
  const left = await selectRows(t.db, "webhook_deliveries", { user_id: member.id });
  expect(left.at(-1)).toMatchObject({ type: "subscription.ended", data: { member: member.id } });
  expect(JSON.stringify(left)).not.toContain(member.email);
});

test("writes nothing without an address that asks for the event, and nothing of before it was switched on", async () => {
  await createVideo(t.db, t.clock, { published_at: new Date(t.clock.now()).toISOString() });
  t.clock.advance({ minutes: 1 });
  await addEndpoint(["video.published"]);
  const off = await call<Tools>(create, undefined, body(["video.published"], false));
  await findEvents(t.db, t.clock.now());
  await createUser(t.db, t.clock);
  expect(await selectRows(t.db, "webhook_deliveries")).toEqual([]);
  t.clock.advance({ minutes: 1 });
  await createVideo(t.db, t.clock, { published_at: new Date(t.clock.now()).toISOString() });
  await findEvents(t.db, t.clock.now());
  expect((await selectRows(t.db, "webhook_deliveries")).map((row) => row["endpoint_id"])).toEqual([
    off.endpoints.at(-2)?.id,
  ]);
});

test("sends again after growing waits with the same id and body, and within minutes after an outage", async () => {
  const { id } = await addEndpoint();
  receiver.state.answer = (response) => void response.writeHead(500).end("<b>broken</b>");
  await call(sendTest, id);
  const first = await attempted(id, 1);
  expect(first).toMatchObject({ status: 500, answer: "<b>broken</b>", delivered_at: null });
  const waits: number[] = [];
  for (let attempts = 1; attempts <= 4; attempts++) {
    const { due_at } = await attempted(id, attempts);
    waits.push((Date.parse(due_at) - t.clock.now()) / 60_000);
    t.clock.ms = Date.parse(due_at);
  }
  [5 / 60, 5, 30, 120].forEach((minutes, index) => expect((waits[index] ?? 0) / minutes).toBeCloseTo(1, 0));
  await attempted(id, 5);
  expect((await endpoint(id))?.failing_since).not.toBeNull();
  receiver.state.answer = (response) => void response.writeHead(200).end();
  const before = receiver.received.length;
  // The first message waits for hours, and one behind it; another one, about a member, shows that the receiver is back.
  await t.db.query({
    text: `insert into webhook_deliveries (endpoint_id, event_id, type, user_id, data, at, due_at)
           select $1, gen_random_uuid(), 'subscription.ended', member, '{}', $2, $2
             from (values (null), ((select min(id) from users))) as about (member)`,
    values: [id, new Date(t.clock.now()).toISOString()],
  });
  await arrives(before + 1);
  await expect.poll(async () => (await log(id)).some(({ delivered_at }) => delivered_at !== null)).toBe(true);
  t.clock.advance({ minutes: 10 });
  await arrives(before + 3);
  const copies = receiver.received.filter(({ id: event }) => event === first.event_id);
  expect([copies.length, new Set(copies.map(({ body: sent }) => sent)).size]).toEqual([6, 1]);
  await expect.poll(async () => (await endpoint(id))?.waiting).toBe(0);
  expect(await endpoint(id)).toMatchObject({ failing_since: null, is_on: true });
});

async function needs() {
  const reader = { is_staff: true, is_superuser: true, may_see_members: true, may_see_money: true };
  const found = await readDashboard({ db: t.db, site: t.deps.site, reader, at: t.clock.now(), log: t.deps.logger });
  return found.needs.find(({ kind }) => kind === "stopped_webhooks");
}

test("gives an address up after three days, tells the owner, and goes on where it stopped", async () => {
  const { id } = await addEndpoint();
  receiver.state.answer = (response) => void response.writeHead(503).end();
  await call(sendTest, id);
  const began = t.clock.now();
  for (let attempts = 1; (await endpoint(id))?.is_on; attempts++) {
    t.clock.ms = Date.parse((await attempted(id, attempts)).due_at);
  }
  const hours = (t.clock.now() - began) / 3_600_000;
  expect([hours >= 72, hours < 84]).toEqual([true, true]);
  expect(await endpoint(id)).toMatchObject({ is_on: false, waiting: 1, given_up_at: expect.any(String) });
  expect(await needs()).toMatchObject({ count: 1, matters: [String(id)] });
  const before = receiver.received.length;
  t.clock.advance({ days: 2 });
  receiver.state.answer = (response) => void response.writeHead(200).end();
  await call(update, id, body());
  await arrives(before + 1);
  expect(await needs()).toMatchObject({ count: 0 });
});

test("a receiver that is gone is switched off at once, and a redirect is a failure", async () => {
  const { id } = await addEndpoint();
  receiver.state.answer = (response) => void response.writeHead(307, { location: receiver.url }).end();
  await call(sendTest, id);
  expect(await attempted(id, 1)).toMatchObject({ status: 307, delivered_at: null });
  expect(receiver.received).toHaveLength(1);
  receiver.state.answer = (response) => void response.writeHead(410).end();
  t.clock.advance({ minutes: HOUR });
  await attempted(id, 2);
  await expect.poll(async () => (await endpoint(id))?.is_on).toBe(false);
});

test("a late 410 of the address before does not switch the corrected one off", async () => {
  const { id } = await addEndpoint();
  const { promise: corrected, resolve: correct } = Promise.withResolvers<void>();
  receiver.state.answer = (response) => void corrected.then(() => response.writeHead(410).end());
  await call(sendTest, id);
  await arrives(1);
  await call(update, id, { ...body(), url: `${receiver.url}/corrected` });
  correct();
  await sender?.stop();
  expect(await log(id)).toMatchObject([{ status: 410 }]);
  expect(await endpoint(id)).toMatchObject({ is_on: true, given_up_at: null });
});

test("an address that was leased by a clock which was set back waits for nobody", async () => {
  const { id } = await addEndpoint();
  await t.db.query({ text: "update webhook_endpoints set leased_until = $1", values: [t.clock.daysAgo(-1)] });
  await call(sendTest, id);
  await arrives(1);
});

test.each<[string, (id: number, message: number) => Promise<unknown>]>([
  ["send a message again", (_, message) => call(resend, message)],
  ["correct its address", (id) => call(update, id, { ...body(), url: `${receiver.url}/corrected` })],
])("a message has all its attempts again when staff %s", async (_act, act) => {
  const { id } = await addEndpoint();
  receiver.state.answer = (response) => void response.writeHead(500).end();
  await call(sendTest, id);
  const message = await attempted(id, 1);
  await t.db.query({ text: "update webhook_deliveries set attempts = 6" });
  await act(id, message.id);
  const again = await attempted(id, 1);
  expect(Date.parse(again.due_at) - t.clock.now()).toBeLessThanOrEqual(5_000);
});

test("a corrected address and a test message send at once what waits for hours", async () => {
  const { id } = await addEndpoint();
  receiver.state.answer = (response) => void response.writeHead(404).end();
  await call(sendTest, id);
  for (let attempt = 1; attempt <= 3; attempt++, t.clock.advance({ minutes: 29 })) await attempted(id, attempt);
  receiver.state.answer = (response) => void response.writeHead(204).end();
  receiver.received.length = 0;
  await call(update, id, { ...body(), url: `${receiver.url}/corrected` });
  await arrives(1);
  receiver.state.answer = (response) => void response.writeHead(404).end();
  await call(sendTest, id);
  await arrives(2);
  await expect.poll(async () => (await log(id))[0]?.attempts).toBe(1);
  receiver.state.answer = (response) => void response.writeHead(204).end();
  await call(sendTest, id);
  await arrives(4);
});

test("a message that a receiver never takes holds up its member alone", async () => {
  const { id } = await addEndpoint();
  const [stuck, other] = [await createUser(t.db, t.clock), await createUser(t.db, t.clock)];
  receiver.state.answer = (response, { data }) => void response.writeHead(data.member === stuck.id ? 400 : 200).end();
  for (const user of [stuck, other, stuck, other]) {
    await t.db.query({
      text: `insert into webhook_deliveries (endpoint_id, event_id, type, user_id, data, at, due_at)
             values ($1, gen_random_uuid(), 'subscription.ended', $2, jsonb_build_object('member', $2::int), $3, $3)`,
      values: [id, user.id, new Date(t.clock.now()).toISOString()],
    });
  }
  await arrives(3);
  expect(story(other.id)).toHaveLength(2);
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(3);
});

test("signs with both secrets for a day, and shows a secret only once", async () => {
  const { id, secret } = await addEndpoint();
  const renewed = (await call<Tools>(renewSecret, id)).secret ?? "";
  expect([secret, renewed]).toEqual([expect.stringMatching(/^whsec_/), expect.not.stringMatching(secret)]);
  const signed = async () => {
    await call(sendTest, id);
    await arrives(receiver.received.length + 1);
    const last = receiver.received.at(-1);
    return last && signedBy(last, [secret, renewed]);
  };
  t.clock.advance({ minutes: 23.9 * HOUR });
  expect(await signed()).toEqual([true, true]);
  t.clock.advance({ minutes: 0.2 * HOUR });
  expect(await signed()).toEqual([false, true]);
  for (let uncopied = 0; uncopied < 2; uncopied++) await call(renewSecret, id);
  expect(await signed(), "the secret that the receiver has").toEqual([false, true]);
  const shown = JSON.stringify([await selectRows(t.db, "webhook_endpoints", { id }), await call(list)]);
  const audit = JSON.stringify((await selectRows(t.db, "audit_log")).map(({ before, after }) => [before, after]));
  for (const each of [secret, renewed]) expect(shown + audit).not.toContain(each);
  expect(audit).toContain("receiver.example.com");
  expect(audit).not.toContain("/hook");
});

test("sends a message again with its id, and the log names what came of it", async () => {
  const { id } = await addEndpoint();
  await call(sendTest, id);
  await arrives(1);
  await expect.poll(async () => (await log(id))[0]?.delivered_at).not.toBeNull();
  const [delivery] = await log(id);
  await call(resend, delivery?.id);
  await arrives(2);
  expect(receiver.received.map((each) => each.id)).toEqual([delivery?.event_id, delivery?.event_id]);
  await call(update, id, body(EVENT_NAMES, false));
  const off = await t.app.inject({
    ...{ method: "POST", url: resend.url.replace(":id", String(delivery?.id)), headers: await t.as(superuser) },
  });
  expect(off.statusCode).toBe(404);
  await call(remove, id);
  expect(await selectRows(t.db, "webhook_deliveries")).toEqual([]);
});

test("refuses an address that leads nowhere or inside, in words at the field, and an eleventh one", async () => {
  const refused = async (url: string) => {
    const payload = { ...body(), url };
    return t.app.inject({ method: "POST", url: create.url, headers: await t.as(superuser), payload });
  };
  expect((await refused("https://nowhere.invalid/")).json()).toMatchObject({
    fields: { url: ["このURLのサーバーが見つかりません。"] },
  });
  const { id } = await addEndpoint();
  await call(update, id, { ...body(EVENT_NAMES, false), url: "https://nowhere.invalid/" });
  expect(await endpoint(id), "switched off although its name is gone").toMatchObject({ is_on: false });
  for (let count = 0; count < 9; count++) await addEndpoint();
  expect((await refused(receiver.url)).json()).toMatchObject({ type: "too_many" });
});
