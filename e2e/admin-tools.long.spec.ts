import type { Tools } from "@manabiya/contract/webhooks/tools.ts";
import type { Page } from "@playwright/test";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

// An address that the server refuses, and a key that was revoked.
test.use({ expectedErrors: [/status of 40[01]/] });

/** A public address of nobody: messages to it are off, so nothing calls it. */
const TARGET = "https://1.2.3.4:8443/hooks/manabiya";
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function addEndpoint(page: Page) {
  await page.getByRole("button", { name: "送信先を追加" }).click();
  const dialog = page.getByRole("dialog", { name: "送信先を追加" });
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog.getByText("通知する出来事を選択してください。")).toBeVisible();
  await dialog.getByLabel("URL").fill("https://2130706433/hook");
  await dialog.getByLabel("会員登録").check();
  await dialog.getByLabel("お支払いの失敗").check();
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog.getByLabel("URL")).toHaveAccessibleDescription(/社内のネットワークやこのサーバー自身のURL/);
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByLabel("URL").fill(TARGET);
  await dialog.getByLabel("通知をオンにする").uncheck();
  await dialog.getByRole("button", { name: "保存する" }).click();
}

/** The secret that a dialog shows once. */
async function readSecret(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: title });
  const secret = (await dialog.locator("code").textContent()) ?? "";
  await expectToFit(page);
  await dialog.getByRole("button", { name: "閉じる" }).click();
  return secret;
}

test("a superuser connects a tool, replaces its secret, and gives another one a key", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enterAs(page, "superuser@example.com", "/admin/tools");
  await expect(part(page, "通知の送信先")).toContainText("送信先はありません");
  await addEndpoint(page);
  expect(await readSecret(page, "署名キー")).toMatch(/^whsec_/);
  const targets = part(page, "通知の送信先");
  await expect(targets).toContainText("オフ");
  await expect(targets).toContainText("会員登録・お支払いの失敗");
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);

  await targets.getByRole("button", { name: "変更" }).click();
  await page.getByLabel("お支払いの失敗").uncheck();
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(targets).not.toContainText("お支払いの失敗");
  await targets.getByRole("button", { name: "署名キーを更新" }).click();
  await expect(page.getByRole("dialog")).toContainText("24時間は、前のキーと新しいキーの両方で署名します。");
  await page.getByRole("button", { name: "署名キーを更新する" }).click();
  expect(await readSecret(page, "署名キー")).toMatch(/^whsec_/);

  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "APIキーを作成" }).click();
  await page.getByLabel("名前").fill("表計算");
  await page.getByRole("button", { name: "作成する" }).click();
  const headers = { authorization: `Bearer ${await readSecret(page, "APIキー")}` };
  const read = async () => (await page.request.get("/api/admin/figures/members/?days=7", { headers })).status();
  expect(await read()).toBe(200);
  await part(page, "APIキー").getByRole("button", { name: "表計算：無効にする" }).click();
  await page.getByRole("button", { name: "無効にする", exact: true }).last().click();
  await expect(part(page, "APIキー")).toContainText("APIキーはありません");
  expect(await read()).toBe(401);
  await expectToFit(page);

  await targets.getByRole("button", { name: "削除" }).click();
  await page.getByRole("button", { name: "削除する" }).click();
  await expect(targets).toContainText("送信先はありません");
});

test("the log says what arrived and why the rest did not, and sends a message again", async ({ page }) => {
  const at = "2026-11-21T03:00:00.000Z";
  const message = { endpoint_id: 1, event_id: "0b9f0000-0000-4000-8000-000000000001", at, due_at: at, member: 12 };
  const tools: Tools = {
    endpoints: [
      { id: 1, url: TARGET, events: ["payment.paid"], is_on: true, given_up_at: null, waiting: 2, failing_since: at },
      { id: 2, url: TARGET, events: ["trial.ends"], is_on: false, given_up_at: at, waiting: 1, failing_since: at },
    ],
    deliveries: [
      {
        ...message,
        id: 3,
        type: "payment.paid",
        attempts: 2,
        delivered_at: null,
        status: 500,
        answer: "x".repeat(900),
      },
      {
        ...message,
        id: 2,
        type: "trial.ends",
        attempts: 1,
        delivered_at: null,
        status: null,
        answer: "接続できません。",
      },
      { ...message, id: 1, type: "member.signed_up", attempts: 1, delivered_at: at, status: 204, answer: "" },
    ],
    keys: [],
    secret: null,
  };
  const resent: string[] = [];
  await page.route(/\/api\/admin\/tools\//, (route) => {
    if (route.request().method() === "POST") resent.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: tools });
  });
  await page.setViewportSize(PHONE);
  await enterAs(page, "superuser@example.com", "/admin/tools");
  const log = part(page, "最近の通知");
  await expect(log.getByRole("listitem")).toHaveCount(3);
  await expect(log).toContainText("届いていません（2回試行");
  await expect(log).toContainText("接続できません。");
  await expect(part(page, "通知の送信先")).toContainText("URLを確認し、「変更」で通知をオンに戻してください。");
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await page.setViewportSize(DESKTOP);
  await expectToFit(page);
  await log.getByRole("button", { name: /^お支払いの完了.*：再送$/ }).click();
  await expect.poll(() => resent).toEqual(["/api/admin/tools/deliveries/3/resend/"]);
});
