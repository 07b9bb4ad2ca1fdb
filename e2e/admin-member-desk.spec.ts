import { readFile } from "node:fs/promises";
import { missingRightText } from "@manabiya/contract/rules/staff-rights.ts";
import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { subscribe } from "./billing-steps.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, fromElsewhere, test } from "./fixtures.ts";
import { linkInMail } from "./mailbox.ts";
import { callAs } from "./staff-pages.ts";
import { expectToFit, PHONE } from "./widths.ts";

const main = (page: Page) => page.getByRole("main");
const actions = (page: Page) => page.getByRole("region", { name: "操作", exact: true });
const timeline = (page: Page) => page.getByRole("region", { name: "履歴", exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

let joined = 0;

/** Signs up a new member, so that tests do not share state. */
async function join(page: Page, subscription_status: "inactive" | "trial" = "inactive"): Promise<string> {
  const email = `desk-${process.pid}-${++joined}@example.com`;
  const password = "correct-horse-77";
  const data = {
    username: "机上 花子",
    email,
    password,
    password2: password,
    agreedToTerms: true,
    subscription_status,
  };
  const response = await page.request.post("/api/auth/signup/", { headers: fromElsewhere(), data });
  if (!response.ok()) throw new Error(`The signup answered ${response.status()}`);
  return email;
}

/** From the dashboard in two clicks and a search. */
async function find(page: Page, email: string): Promise<void> {
  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await main(page).getByRole("link", { name: "会員管理" }).click();
  await page.getByLabel("ユーザー名またはメールアドレス").fill(email);
  await page.keyboard.press("Enter");
  await expect(main(page).getByText("1人の会員", { exact: true })).toBeVisible();
  await main(page).getByRole("table").getByRole("link").click();
}

interface Performed {
  button: string;
  confirm: string;
  reason: string;
  fill?: () => Promise<void>;
}

async function perform(page: Page, { button, confirm, reason, fill }: Performed): Promise<void> {
  await actions(page).getByRole("button", { name: button, exact: true }).click();
  await fill?.();
  await dialog(page).getByLabel("理由").fill(reason);
  await dialog(page).getByRole("button", { name: confirm, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(timeline(page).getByText(`理由：${reason}`)).toBeVisible();
}

test("staff help a member with mails and the address, and close the account with the data", async ({ page }) => {
  const email = await join(page);
  await find(page, email);
  await expect(main(page).getByText("契約がないため、視聴できません")).toBeVisible();
  await expect(timeline(page)).toContainText("会員登録");
  await expect(timeline(page)).toContainText(/ログイン：/);
  await perform(page, { button: "確認メールを送る", confirm: "送る", reason: "届かないとの連絡" });
  await perform(page, { button: "パスワード再設定のメールを送る", confirm: "送る", reason: "忘れたとの連絡" });
  const corrected = `new-${email}`;
  await actions(page).getByRole("button", { name: "メールアドレスを変更", exact: true }).click();
  await dialog(page).getByLabel("新しいメールアドレス").fill("誤り");
  await dialog(page).getByRole("button", { name: "変更する" }).click();
  await expect(dialog(page).getByLabel("新しいメールアドレス")).toHaveAccessibleDescription(/形式が正しくありません/);
  await expect(dialog(page).getByLabel("理由")).toHaveAccessibleDescription(/理由を入力してください/);
  await expectAccessible(page);
  await dialog(page).getByLabel("新しいメールアドレス").fill(corrected);
  await dialog(page).getByLabel("理由").fill("打ち間違い");
  await dialog(page).getByRole("button", { name: "変更する" }).click();
  await expect(actions(page).getByText("両方のメールアドレスにお知らせしました")).toBeVisible();
  await expect(main(page).getByText(`${corrected}（未確認）`)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  const { pathname } = new URL(page.url());
  expect(await linkInMail(page, { email: corrected, path: "/verify-email" })).toContain("token=");
  await page.goto(pathname);

  await perform(page, { button: "利用を停止", confirm: "停止する", reason: "共有の疑い" });
  await expect(main(page).getByText(/からスタッフが利用を停止しているため、視聴できません$/)).toBeVisible();
  await expectAccessible(page);
  await perform(page, { button: "利用を再開", confirm: "再開する", reason: "疑いが晴れた" });
  await expect(main(page).getByText("契約がないため、視聴できません")).toBeVisible();

  await actions(page).getByRole("button", { name: "退会の手続き" }).click();
  await dialog(page).getByLabel("理由").fill("本人の申し出");
  const download = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "ダウンロードして退会" }).click();
  const data = JSON.parse(await readFile(await (await download).path(), "utf8")) as { profile: { email: string } };
  expect(data.profile.email).toBe(corrected);
  await expect(actions(page).getByText("退会の手続きが完了しました。")).toBeVisible();
  await expect(main(page).getByText(/に退会したため、視聴できません$/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "退会した会員さん" })).toBeVisible();
  await expect(timeline(page)).toContainText("本人の申し出");
  await expectAccessible(page);
});

test("staff see that no mail arrives, and what to do", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await find(page, await join(page));
  const path = `/api${new URL(page.url()).pathname}/`;
  const undeliverable = { since: "2026-11-20T03:00:00.000Z", code: "5.1.1" };
  await answerInstead(page, path, 200, { ...(await callAs<object>(page, "GET", path)), undeliverable });
  await page.reload();
  await expect(main(page)).toContainText("このメールアドレスには届きません（2026年11月20日、コード5.1.1）。");
  await expect(main(page).getByRole("link", { name: "送信できていないメール" })).toBeVisible();
  await expect(actions(page).getByRole("button", { name: "確認メールを送る" })).toHaveCount(0);
  await expect(actions(page).getByRole("button", { name: "メールの送信を再開" })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test("the right to members alone neither closes a paying member nor changes the address", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { email } = await subscribe(page, "月額プラン");
  await find(page, email);
  await expect(actions(page).getByRole("button", { name: "退会の手続き" })).toBeVisible();
  const profile = await callAs<object>(page, "GET", "/api/profile/");
  const rights = { is_staff: true, is_superuser: false, may_see_members: true, may_see_money: false };
  await answerInstead(page, "/api/profile/", 200, { ...profile, ...rights });
  await page.reload();
  for (const name of ["退会の手続き", "メールアドレスを変更"]) {
    await expect(actions(page).getByText(missingRightText(`「${name}」`, "staff.money"))).toBeVisible();
    await expect(actions(page).getByRole("button", { name })).toHaveCount(0);
  }
  await expectAccessible(page);
  await expectToFit(page);
});

test.describe("after a leak", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("staff invalidate a password, and its owner sets another one", async ({ page }) => {
    const email = await join(page);
    await find(page, email);
    const button = "パスワードを無効にする";
    const fill = async () => {
      await expect(dialog(page)).toContainText("再設定するまでログインできません");
      await expectAccessible(page);
    };
    await perform(page, { button, confirm: "無効にする", reason: "使い回しの漏れ", fill });
    await expect(actions(page).getByText("パスワードを無効にし、再設定のメールを送りました。")).toBeVisible();
    await expect(main(page).getByText("無効（再設定されるまでログインできません）")).toBeVisible();
    await expect(timeline(page)).toContainText("パスワードを無効化");
    await expectAccessible(page);
    await expectToFit(page);

    await page.evaluate(() => localStorage.clear());
    await page.goto("/login");
    const logIn = async (password: string) => {
      await page.getByLabel("メールアドレス").fill(email);
      await page.getByLabel("パスワード", { exact: true }).fill(password);
      await main(page).getByRole("button", { name: "ログイン" }).click();
    };
    await logIn("correct-horse-77");
    await expect(page.getByRole("alert")).toContainText("このパスワードは使用できなくなりました");
    await expectAccessible(page);
    await page.goto(await linkInMail(page, { email, path: "/reset-password" }));
    await page.getByLabel("新しいパスワード", { exact: true }).fill("better-horse-88");
    await page.getByLabel("新しいパスワード（確認）", { exact: true }).fill("better-horse-88");
    await main(page).getByRole("button", { name: "パスワードを変更" }).click();
    // Leaving earlier would end the request.
    await expect(page.getByText("パスワードを変更しました。")).toBeVisible();
    await page.goto("/login");
    await logIn("better-horse-88");
    await expect(page).not.toHaveURL(/login/);
  });
});

test("staff end a paid plan with its period, then at once", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { email } = await subscribe(page, "月額プラン");
  await find(page, email);
  await expect(main(page).getByText(/^契約中のため、視聴できます（次回の更新日は/)).toBeVisible();
  await expect(timeline(page)).toContainText("お支払い 1,650円");
  await expect(main(page).getByRole("link", { name: /^Stripeの顧客/ })).toHaveAttribute("href", /customers\/cus_/);
  await perform(page, { button: "契約を終了", confirm: "終了する", reason: "電話での申し出" });
  await expect(main(page).getByText(/^\S+月\S+日まで視聴できます（解約済み）$/)).toBeVisible();
  const fill = async () => {
    await dialog(page).getByLabel("すぐに終了する").check();
    await expectAccessible(page);
  };
  await perform(page, { button: "契約を終了", confirm: "終了する", reason: "すぐにとの申し出", fill });
  await expect(main(page).getByText(/^契約は.*に?終了しました$/)).toBeVisible();
  await expect(actions(page).getByRole("button", { name: "契約を終了" })).toHaveCount(0);
  await expectToFit(page);
});

test("staff take a filtered list as CSV, which the log tells", async ({ page }) => {
  const email = await join(page, "trial");
  await enterAs(page, "superuser@example.com", `/admin/members?q=${encodeURIComponent(email)}`);
  for (const [filter, count] of [
    ["お支払いの失敗", 0],
    ["視聴期間が終了", 0],
    ["無料体験が3日以内に終了", 0],
    ["30日以上利用なし（有料会員）", 0],
    ["無料体験", 1],
  ] as const) {
    // The count alone may be that of the filter before.
    const listed = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/admin/members/");
    await page.getByLabel("会員の状態").selectOption(filter);
    await listed;
    await expect(main(page).getByText(`${count}人の会員`)).toBeVisible();
  }
  await expect(main(page).getByText(/^無料体験中のため、.*まで視聴できます$/)).toBeVisible();
  await expectAccessible(page);
  await main(page).getByRole("button", { name: "CSV" }).click();
  await dialog(page).getByLabel("理由").fill("体験の案内");
  const download = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "ダウンロード" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv).toContain(`机上 花子,${email},,無料体験,なし,可,無料体験中のため、`);
  expect(csv.trim().split("\r\n")).toHaveLength(2);
  await page.goto("/admin/audit");
  await expect(main(page).getByRole("listitem").filter({ hasText: "体験の案内" }).first()).toContainText(
    "会員一覧をCSVで書き出し",
  );
});

test("what takes something from the member stands last and looks unlike the rest", async ({ page }) => {
  await find(page, "inactive@example.com");
  const buttons = page.getByRole("group", { name: "アカウント" }).getByRole("button");
  await expect(buttons.last()).toBeVisible();
  const colours = await buttons.evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
  const first = colours.findIndex((colour) => colour !== colours[0]);
  expect(first).toBeGreaterThan(0);
  expect(new Set(colours.slice(first)).size).toBe(1);
  await expect(page.getByRole("button", { name: "データを保存" })).toHaveCSS("color", colours[0] ?? "");
  await expect(page.getByRole("button", { name: "退会の手続き" })).toHaveCSS("color", colours.at(-1) ?? "");
});
