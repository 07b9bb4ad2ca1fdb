import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { stripePagesPlugin } from "stripe-sandbox/pages";
import { openWebhookReceiver, SECRET } from "stripe-sandbox/internal/testing/webhook-receiver.ts";
import { DAY, openShop, type Shop, START, subscribe, useCard } from "stripe-sandbox/internal/testing/shop.ts";
import { Visitor } from "stripe-sandbox/internal/testing/visitor.ts";
import { controlPlugin } from "./plugin.ts";

interface Demo {
  app: FastifyInstance;
  shop: Shop;
  url: string;
  visitor: Visitor;
  /** The clock at each run of the daily jobs. */
  steps: number[];
}

async function openDemo(folder: string | null = null): Promise<Demo> {
  const shop = await openShop();
  const steps: number[] = [];
  const app = Fastify();
  await app.register(stripePagesPlugin, { sandbox: shop.sandbox });
  await app.register(controlPlugin, {
    sandbox: shop.sandbox,
    folder,
    onStep: async () => void steps.push(shop.sandbox.clock.now()),
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  shop.sandbox.setPublicUrl(url);
  onTestFinished(() => app.close());
  return { app, shop, url, visitor: new Visitor(), steps };
}

async function send(demo: Demo, path: string, fields: Record<string, string>): Promise<string> {
  demo.visitor.page.url = demo.url + path;
  await demo.visitor.post(fields);
  return demo.visitor.page.text;
}

test("shows the date, an empty list of customers and the mails", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-control-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "1.eml"), "Subject: hello\r\nTo: a@example.com\r\n\r\ntext");
  const demo = await openDemo(folder);
  const { text } = await demo.visitor.open(`${demo.url}/sandbox/`);
  expect(text).toContain("2026/09/01 9:00");
  expect(text).toContain("まだ誰も申し込んでいません。");
  expect(text).toContain("<strong>hello</strong>");
  expect(text).toContain("サンドボックス（実際の請求はありません）");
  const style = await fetch(demo.url + (/href="(\/sandbox\/[^"]+\.css)"/.exec(text)?.[1] ?? ""));
  expect(style.headers.get("content-type")).toContain("text/css");
});

test("moves a day, a month and a year day by day, with the daily jobs after each day", async () => {
  const demo = await openDemo();
  const { subscription } = await subscribe(demo.shop, demo.shop.monthly);
  expect(await send(demo, "/sandbox/clock", { jump: "day" })).toContain("2026/09/02 9:00");
  expect(demo.steps).toEqual([START + DAY]);
  const text = await send(demo, "/sandbox/clock", { jump: "month" });
  expect(text).toContain("2026/10/02 9:00");
  expect(text).toContain("請求書の支払い");
  expect(text).toContain("invoice.paid・member@example.com");
  expect(text).toContain("月額・有効・2026年11月1日に更新");
  expect(demo.steps).toHaveLength(31);
  await send(demo, "/sandbox/clock", { jump: "year" });
  await expect.poll(() => demo.shop.sandbox.clock.now(), { timeout: 60_000 }).toBe(Date.UTC(2027, 9, 2));
  await expect.poll(() => demo.steps.length, { timeout: 60_000 }).toBe(31 + 365);
  expect((await demo.shop.stripe.invoices.list({ subscription: subscription.id, limit: 100 })).data).toHaveLength(14);
});

test("ignores a second press while the clock moves, and shows the target", async () => {
  const demo = await openDemo();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await subscribe(demo.shop, demo.shop.monthly);
  const receiver = await openWebhookReceiver(() => demo.shop.sandbox.clock.now());
  demo.shop.sandbox.setWebhook({ url: receiver.url, secret: SECRET, events: ["invoice.paid"] });
  const slow = Fastify();
  await slow.register(controlPlugin, { sandbox: demo.shop.sandbox, folder: null, onStep: () => held });
  const url = await slow.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    release();
    return slow.close();
  });
  const move = () => fetch(`${url}/sandbox/clock`, { method: "POST", body: new URLSearchParams({ jump: "day" }) });
  const moves = [move(), move()];
  const look = async () => (await fetch(`${url}/sandbox/`)).text();
  await expect.poll(look).toContain("まで進めています");
  expect(await look()).toContain(`http-equiv="refresh"`);
  release();
  await Promise.all(moves);
  expect(demo.shop.sandbox.clock.now()).toBe(START + DAY);
  expect(await look()).not.toContain("まで進めています");
});

test("shows late payers with a link to their portal", async () => {
  const demo = await openDemo();
  const { customer } = await subscribe(demo.shop, demo.shop.yearly);
  await useCard(demo.shop, customer.id, "pm_card_chargeCustomerFail");
  demo.shop.sandbox.clock.advance(366 * DAY);
  await demo.visitor.open(`${demo.url}/sandbox/`);
  expect(demo.visitor.page.text).toContain("年額・支払いの遅れ");
  expect(await send(demo, "/sandbox/portal", { customer: customer.id })).toContain("請求書と領収書");
});

test("changes the place of cards, and refuses an unknown one", async () => {
  const demo = await openDemo();
  const text = await send(demo, "/sandbox/card-updates", { choice: "unpinned" });
  expect(text).toContain(`<option value="unpinned" selected>`);
  expect(demo.shop.sandbox.world.settings.cardUpdates).toBe("unpinned");
  const body = new URLSearchParams({ choice: "nowhere" });
  expect((await fetch(`${demo.url}/sandbox/card-updates`, { method: "POST", body })).status).toBe(400);
  expect(demo.shop.sandbox.world.settings.cardUpdates).toBe("unpinned");
});

test("settles a delayed payment", async () => {
  const demo = await openDemo();
  const { stripe, monthly } = demo.shop;
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer_email: "later@example.com",
    success_url: "http://shop.example/done",
    line_items: [{ price: monthly.id }],
  });
  await demo.visitor.open(session.url ?? "");
  await demo.visitor.payWith("4242424242424242", { when: "later" });
  await demo.visitor.open(`${demo.url}/sandbox/`);
  expect(demo.visitor.page.text).toContain("入金を待つ申し込み");
  const text = await send(demo, "/sandbox/payments", { session: session.id, outcome: "paid" });
  expect(text).not.toContain("入金を待つ申し込み");
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: "paid" });
  expect((await stripe.subscriptions.list()).data).toMatchObject([{ status: "active" }]);
});

test("refuses cross-site forms and unknown jumps", async () => {
  const demo = await openDemo();
  const post = (jump: string, site: string) =>
    fetch(`${demo.url}/sandbox/clock`, {
      method: "POST",
      body: new URLSearchParams({ jump }),
      headers: { "sec-fetch-site": site },
    });
  expect((await post("day", "cross-site")).status).toBe(403);
  expect((await post("constructor", "same-origin")).status).toBe(400);
  expect(demo.shop.sandbox.clock.now()).toBe(START);
});

test("the bank decides a dispute once", async () => {
  const demo = await openDemo();
  await subscribe(demo.shop, demo.shop.monthly);
  const [charge] = (await demo.shop.stripe.charges.list()).data;
  const dispute = demo.shop.sandbox.simulate.dispute(charge?.id ?? "");
  const { text } = await demo.visitor.open(`${demo.url}/sandbox/`);
  expect(text).toContain("異議申し立て");
  expect(text).toContain("member@example.com <strong>1,650円</strong>");
  await send(demo, "/sandbox/disputes", { dispute: dispute.id, outcome: "lost" });
  const after = await send(demo, "/sandbox/disputes", { dispute: dispute.id, outcome: "won" });
  expect(after).not.toContain('id="disputes"');
  expect((await demo.shop.stripe.disputes.retrieve(dispute.id)).status).toBe("lost");
});

test("other clocks move before the sandbox's own, day by day", async () => {
  const shop = await openShop();
  const app = Fastify();
  const moved: [ms: number, now: number][] = [];
  const beforeStep = async (ms: number) => void moved.push([ms, shop.sandbox.clock.now()]);
  await app.register(controlPlugin, { sandbox: shop.sandbox, folder: null, site: "http://localhost:3000", beforeStep });
  onTestFinished(() => app.close());
  const payload = "jump=month";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await app.inject({ method: "POST", url: "/sandbox/clock", payload, headers });
  expect(moved).toEqual(Array.from({ length: 30 }, (_, day) => [DAY, START + day * DAY]));
  expect((await app.inject("/sandbox/")).body).toContain('<a href="http://localhost:3000">サイトに戻る</a>');
});
