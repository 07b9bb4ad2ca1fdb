import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startStripeSandbox } from "../server.ts";
import { connect, DAY, openShop, START, subscribe } from "../testing/shop.ts";
import { idOf } from "./ids.ts";
import { Store } from "./store.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stripe-sandbox-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("customers, keys and the clock survive a crash in the middle of a write", async () => {
  const dataDir = await newFolder();
  const shop = await openShop({ dataDir });
  const { customer, subscription } = await subscribe(shop, shop.monthly);
  shop.sandbox.clock.advance(3 * DAY);
  await shop.stripe.customers.create({ name: "二度目" }, { idempotencyKey: "twice" });
  // A crash can cut the last line off.
  await appendFile(join(dataDir, "stripe-sandbox.jsonl"), `[["customer","cus_half`);

  const again = await startStripeSandbox({ dataDir, now: () => START });
  onTestFinished(() => again.close());
  expect(again.secretKey).toBe(shop.sandbox.secretKey);
  expect(again.clock.now()).toBe(START + 3 * DAY);
  const stripe = connect(again);
  expect(await stripe.subscriptions.retrieve(subscription.id)).toEqual(
    await shop.stripe.subscriptions.retrieve(subscription.id),
  );
  const replay = await stripe.customers.create({ name: "二度目" }, { idempotencyKey: "twice" });
  expect(replay.lastResponse.headers["idempotent-replayed"]).toBe("true");
  again.clock.advance(27 * DAY);
  expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2);
});

test("a full disk refuses new work and loses no earlier work", async () => {
  const dataDir = await newFolder();
  const script = fileURLToPath(new URL("../bin.ts", import.meta.url));
  // Limits files to 64 kB.
  const words = ["-c", 'ulimit -f 128; exec "$0" "$@"', process.execPath, script, "--port=0", `--data-dir=${dataDir}`];
  const child = spawn("sh", words, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const stripe = connect(JSON.parse(said.toString()) as { url: string; secretKey: string });
  const answered: string[] = [];
  const fill = async (): Promise<void> => {
    for (;;) answered.push((await stripe.customers.create({ payment_method: "pm_card_visa" })).id);
  };
  await expect(fill()).rejects.toThrow();
  await expect(fill()).rejects.toThrow();
  const seen = await stripe.customers.list({ limit: 100 });
  expect(seen.data.map(({ id }) => id).toSorted()).toEqual(answered.slice(-100).toSorted());
  child.kill("SIGKILL");
  const again = await startStripeSandbox({ dataDir });
  onTestFinished(() => again.close());
  expect(again.world.store.all("customer").map(({ id }) => id)).toEqual(answered);
});

test("answered work survives kill -9, and no work is half done", async () => {
  const dataDir = await newFolder();
  const script = fileURLToPath(new URL("../bin.ts", import.meta.url));
  const child = spawn(process.execPath, [script, "--port=0", `--data-dir=${dataDir}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const stripe = connect(JSON.parse(said.toString()) as { url: string; secretKey: string });
  const answered: string[] = [];
  const work = Array.from({ length: 4 }, async () => {
    for (;;) answered.push((await stripe.customers.create({ payment_method: "pm_card_visa" })).id);
  });
  await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(40);
  child.kill("SIGKILL");
  await Promise.allSettled(work);
  const again = await startStripeSandbox({ dataDir });
  onTestFinished(() => again.close());
  const stored = again.world.store.all("customer").map(({ id }) => id);
  expect(stored).toEqual(expect.arrayContaining(answered));
  for (const id of stored) expect(again.world.store.ofCustomer("payment_method", id)).toHaveLength(1);
});

test("a start deletes events after a month, except undelivered ones", async () => {
  const dataDir = await newFolder();
  const shop = await openShop({
    dataDir,
    webhook: { url: "http://127.0.0.1:9/", secret: "whsec_x", events: ["price.created"] },
  });
  await shop.sandbox.webhooks.idle();
  shop.sandbox.clock.advance(31 * DAY);
  const again = await startStripeSandbox({ dataDir, now: () => START });
  onTestFinished(() => again.close());
  expect(again.world.store.all("event").map(({ type }) => type)).toEqual(["price.created", "price.created"]);
  expect(again.webhooks.pending()).toHaveLength(2);
});

test("issued page addresses change with the public URL", async () => {
  const dataDir = await newFolder();
  const shop = await openShop({ dataDir });
  const { subscription } = await subscribe(shop, shop.monthly);
  const session = await shop.stripe.checkout.sessions.create({
    mode: "subscription",
    success_url: "http://shop.example/",
    line_items: [{ price: shop.monthly.id }],
  });
  const again = await startStripeSandbox({ dataDir, now: () => START, publicUrl: "http://localhost:3000" });
  onTestFinished(() => again.close());
  const stripe = connect(again);
  const invoice = await stripe.invoices.retrieve(idOf(subscription.latest_invoice) ?? "");
  const path = (url: string | null | undefined) => new URL(url ?? "").pathname;
  const before = await shop.stripe.invoices.retrieve(invoice.id);
  expect(invoice.hosted_invoice_url).toBe(`http://localhost:3000${path(before.hosted_invoice_url)}`);
  expect(invoice.invoice_pdf).toBe(`http://localhost:3000${path(before.invoice_pdf)}`);
  const moved = await stripe.checkout.sessions.retrieve(session.id);
  expect(moved.url).toBe(`http://localhost:3000${path(session.url)}`);
});

test("a rollback undoes all changes and writes nothing", async () => {
  const file = join(await newFolder(), "state.jsonl");
  const store = new Store(file);
  store.put("setting", { id: "first", value: "1" });
  store.commit();
  store.put("setting", { id: "first", value: "2" });
  store.put("setting", { id: "new", value: "3" });
  store.rollback();
  store.commit();
  store.close();
  expect(store.all("setting")).toEqual([{ id: "first", value: "1" }]);
  expect(await readFile(file, "utf8")).toBe(`[["setting","first",{"id":"first","value":"1"}]]\n`);
});

test("opening the file compacts it to the last state of each object, in order of creation", async () => {
  const file = join(await newFolder(), "state.jsonl");
  const store = new Store(file);
  for (const value of ["1", "2", "3"]) {
    store.put("setting", { id: "first", value });
    store.put("setting", { id: "second", value });
    store.commit();
  }
  store.remove("setting", "second");
  store.put("setting", { id: "third", value: "0" });
  store.commit();
  store.close();
  const again = new Store(file);
  expect(again.all("setting")).toEqual([
    { id: "first", value: "3" },
    { id: "third", value: "0" },
  ]);
  expect((await readFile(file, "utf8")).split("\n")).toHaveLength(3);
  again.close();
});
