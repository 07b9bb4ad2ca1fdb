import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { CARDS, contractOf, enter, expectToWatch, payWith, press, subscribe } from "./billing-steps.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { restartWith } from "./servers/restart-with.ts";
import { type RunningServer, startServer } from "./server.ts";
import { expectToFit, PHONE } from "./widths.ts";

/** The clock and the sandbox's settings are shared, so these journeys have their own server and run in sequence. */
let server: RunningServer | undefined;
let dataDir = "";

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  test.setTimeout(100_000);
  dataDir = await mkdtemp(join(tmpdir(), "manabiya-year-"));
  server = await startServer({ DATA_DIR: dataDir });
});

test.afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test.use({ viewport: PHONE, baseURL: async ({}, use) => use(server?.address) });

/** The account's choices of the place where an entered card is stored. */
const PINNED = "契約のカードはそのままで、顧客だけ";
const UNPINNED = "はじめから顧客だけ";

async function chooseCardUpdates(page: Page, label: string): Promise<void> {
  await page.goto("/sandbox/");
  await page.getByLabel("カードの登録先").getByRole("combobox").selectOption({ label });
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.locator("option:checked")).toHaveText(label);
}

/** Moves the clock. A renewal's bill is a draft for an hour, so the first journey's days follow the renewals. */
async function pass(page: Page, count: number, unit: "1か月進める" | "1日進める" = "1か月進める"): Promise<void> {
  await page.goto("/sandbox/");
  const button = page.getByRole("button", { name: unit });
  for (let jump = 0; jump < count; jump++) {
    await button.click();
    await expect(button).toBeVisible({ timeout: 120_000 });
  }
}

async function changeCard(page: Page, expiry: string): Promise<void> {
  await page.goto("/profile");
  await press(page, "カードの変更と請求書の確認");
  await payWith(page, CARDS.good, /カードを/, expiry);
  await page.goto("/profile");
  const [month, year] = expiry.split("/");
  await expect(contractOf(page)).toContainText(`有効期限 20${year}年${Number(month)}月`);
}

/** Seconds. */
const DAY = 86_400;

const started = (): RunningServer => {
  if (server === undefined) throw new Error("the server has not started");
  return server;
};

/** Leaves a page that would ask a stopped server, and restarts with another state of the sandbox. */
async function restart(page: Page, edit: Parameters<typeof restartWith>[2]): Promise<void> {
  await page.goto("/robots.txt");
  server = await restartWith(started(), dataDir, edit);
}

/** Running subscriptions keep their own price when the price list changes. */
async function startWithOlderPrice(page: Page, amount: number): Promise<void> {
  await restart(page, ({ store }) => {
    for (const subscription of store.all("subscription")) {
      const [item] = subscription.items.data;
      if (!item) continue;
      const price = store.put("price", { ...item.price, id: "price_older", lookup_key: null, unit_amount: amount });
      store.put("subscription", { ...subscription, items: { ...subscription.items, data: [{ ...item, price }] } });
    }
  });
}

/** Staff change a contract in the dashboard. */
async function startWith(page: Page, email: string, changes: object): Promise<void> {
  await restart(page, ({ store }) => {
    const customer = store.all("customer").find((known) => known.email === email);
    for (const subscription of store.ofCustomer("subscription", customer?.id ?? "")) {
      store.put("subscription", { ...subscription, ...changes });
    }
  });
}

/** Seconds since 1970, by the server's clock. */
async function clockOf(page: Page): Promise<number> {
  await page.goto("/sandbox/");
  return Math.floor(Date.parse((await page.locator(".clock time").getAttribute("datetime")) ?? "") / 1000);
}

/** February ends before the renewals and the clock's months of a contract that begins on one of a month's last days. */
async function awaitEarlierDay(page: Page): Promise<void> {
  while (new Date((await clockOf(page)) * 1_000).getUTCDate() > 26) await pass(page, 1, "1日進める");
}

/** The month and year in which a card expires that lasts so many months, such as "03/27". */
async function expiryIn(page: Page, months: number): Promise<string> {
  const now = new Date((await clockOf(page)) * 1_000);
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return `${String(last.getUTCMonth() + 1).padStart(2, "0")}/${String(last.getUTCFullYear() % 100)}`;
}

test("a year brings renewals at the member's older price, an expired card with its mails, and another card", async ({
  page,
}) => {
  test.setTimeout(900_000);
  await awaitEarlierDay(page);
  await chooseCardUpdates(page, PINNED);
  const newcomer = await subscribe(page, "月額プラン");
  await changeCard(page, await expiryIn(page, 3));
  await startWithOlderPrice(page, 1_200);
  const mails = page.getByRole("group").filter({ hasText: newcomer.email });
  const expectContract = async () => {
    await enter(page, newcomer, "/profile");
    await expect(contractOf(page)).toContainText("料金1,320円（税込）／月");
    await expect(contractOf(page)).toContainText(/次回のお支払い\s*\d+年\d+月\d+日に1,320円（税込）/);
    await expectAccessible(page);
    await expectToFit(page);
  };
  await expectContract();
  await page.goto("/subscription/change-plan");
  await expect(page.getByRole("main")).toContainText("1,320円");

  await pass(page, 1, "1日進める");
  await pass(page, 2);
  await expectContract();
  await page.goto("/sandbox/");
  await expect(mails.filter({ hasText: "お支払いが完了しました" })).toHaveCount(2);

  await pass(page, 2);
  await page.goto("/sandbox/");
  await expect(mails.filter({ hasText: "カードの有効期限をご確認ください" }).first()).toBeVisible();
  await expect(mails.filter({ hasText: "お支払いを確認できませんでした" })).toHaveCount(1);
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText("1,320円（税込）のお支払いを確認できませんでした。");
  await expectAccessible(page);
  await expectToFit(page);
  await expectToWatch(page);

  await changeCard(page, "12/39");
  await pass(page, 1);
  await expectContract();
  await expect(contractOf(page)).not.toContainText("確認できませんでした");
  await pass(page, 7);
  await expectContract();
  await page.goto("/profile/receipts");
  const sums = page.getByRole("main").getByRole("region", { name: /年のお支払い$/ });
  await expect(sums).toContainText(/合計（税込）\s*[\d,]+円/);
});

test("another card in the portal pays the bill when it is kept with the customer alone", async ({ page }) => {
  test.setTimeout(400_000);
  await page.setViewportSize(PHONE);
  await chooseCardUpdates(page, UNPINNED);
  const newcomer = await subscribe(page, "月額プラン");
  await press(page, "カードの変更と請求書の確認");
  await payWith(page, CARDS.failsLater, /カードを/);
  await pass(page, 1);
  await pass(page, 1, "1日進める");
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText("1,650円（税込）のお支払いを確認できませんでした。");
  await expectAccessibleInBothSchemes(page);
  await changeCard(page, "11/38");
  await pass(page, 1);
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText(/次回のお支払い\s*\d+年\d+月\d+日に1,650円（税込）/);
  await expect(contractOf(page)).not.toContainText("確認できませんでした");
  await expectToFit(page);
});

test("a member takes back an end that staff set in the dashboard", async ({ page }) => {
  test.setTimeout(200_000);
  const newcomer = await subscribe(page, "月額プラン");
  const renewal = await contractOf(page)
    .getByText(/\d+年\d+月\d+日に1,650円（税込）/)
    .textContent();
  const cancel_at = (await clockOf(page)) + 10 * DAY;
  await startWith(page, newcomer.email, { cancel_at });
  // No event told the server, and the profile's figures make it look.
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText("お支払い方法");
  await page.reload();
  await expect(contractOf(page)).toContainText("自動更新なし");
  await expect(contractOf(page)).not.toContainText("次回のお支払い");
  await expectAccessibleInBothSchemes(page);
  await press(page, "解約を取り消す");
  await expect(contractOf(page)).not.toContainText("自動更新なし");
  await expect(contractOf(page)).toContainText(renewal ?? "");
  await expectToFit(page);
});

test("the profile tells of an end after renewals, a pause and a sent invoice", async ({ page }) => {
  test.setTimeout(400_000);
  await page.setViewportSize(PHONE);
  const newcomer = await subscribe(page, "月額プラン");
  const look = async () => {
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
  };
  const now = await clockOf(page);
  await startWith(page, newcomer.email, { cancel_at: now + 90 * DAY });
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText(/次回のお支払い\s*\d+年\d+月\d+日に1,650円（税込）/);
  await expect(contractOf(page)).toContainText(/契約終了日\s*\d+年\d+月\d+日/);
  await expect(contractOf(page).getByRole("link", { name: "プランを変更する" })).toHaveCount(0);
  await expect(contractOf(page).getByRole("button", { name: "解約する", exact: true })).toBeVisible();
  await look();
  await press(page, "解約を取り消す");
  await expect(contractOf(page)).not.toContainText("契約終了日");

  await startWith(page, newcomer.email, { pause_collection: { behavior: "void", resumes_at: now + 90 * DAY } });
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText(/\d+年\d+月\d+日まで、料金の請求を停止しています。/);
  await expect(contractOf(page)).not.toContainText("次回のお支払い");
  await look();

  const sends = { collection_method: "send_invoice", days_until_due: 7, pause_collection: null } as const;
  await startWith(page, newcomer.email, sends);
  await pass(page, 1);
  await pass(page, 1, "1日進める");
  await expect(page.getByText("請求書のお知らせ").first()).toBeVisible();
  await enter(page, newcomer, "/profile");
  await expect(contractOf(page)).toContainText(/1,650円（税込）の請求書を、\d+年\d+月\d+日までにお支払いください。/);
  await expect(contractOf(page)).toContainText("お支払い方法請求書払い");
  await look();
  await press(page, "解約する");
  const dialog = page.getByRole("dialog", { name: "解約しますか？" });
  await expect(dialog).toContainText("お支払いがお済みでない請求書は、期限までにお支払いください。");
  await dialog.getByRole("button", { name: "契約を続ける" }).click();
  await expect(contractOf(page).getByRole("link", { name: "請求書を開いて支払う" })).toHaveAttribute("href", /invoice/);
});
