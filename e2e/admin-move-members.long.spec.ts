import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, fromElsewhere, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Of the password tomato-soup-41, by Django. */
const HASH = "pbkdf2_sha256$260000$uTqgGlAEXs28QsSK45aS45$jkKDuKzUq7/stMEwpZVLHGHbMsolNMa8kpHdDirRJM4=";

test("a superuser checks and imports members, one of whom logs in with the old password, and exports them", async ({
  page,
}) => {
  const email = `moved-${process.pid}-${Date.now()}@example.com`;
  const rows = [`${email},引越 花子,2024-03-01,${HASH}`, "nobody,引越 次郎,2024-03-01,"];
  const csv = ["email,username,created_at,password_hash", ...rows, ""].join("\n");
  await page.setViewportSize(PHONE);
  await enterAs(page, "superuser@example.com", "/admin/members");
  await page.getByRole("link", { name: "会員の移行" }).click();
  await expect(page.getByRole("heading", { name: "会員を取り込む" })).toBeVisible();
  await page.getByText("CSVの列").click();
  const file = { name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("CSVファイル").setInputFiles(file);
  await button(page, "取り込まずに内容を確認").click();
  await expect(page.getByText("1人の会員を取り込めます。1行に誤りがあります。")).toBeVisible();
  await expect(page.getByText("3行目：email：メールアドレスの形式が正しくありません。")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await button(page, "取り込む").click();
  await expect(page.getByText("理由を入力してください。")).toBeVisible();
  await page.getByLabel("理由").fill("前のサービスからの移行");
  await button(page, "取り込む").click();
  await expect(page.getByText("1人の会員を取り込みました。1行に誤りがあります。")).toBeVisible();
  const [bad] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "誤りのある行だけをダウンロード").click(),
  ]);
  expect(bad.suggestedFilename()).toBe("member_errors.csv");
  const login = { headers: fromElsewhere(), data: { email, password: "tomato-soup-41" } };
  expect((await page.request.post("/api/auth/login/", login)).status()).toBe(200);

  await button(page, "会員を書き出す").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("理由").fill("次のサービスへの移行");
  const [members] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "書き出す", exact: true }).click(),
  ]);
  const saved = await readFile(await members.path(), "utf8");
  expect(saved).toContain(`${email},引越 花子,2024-02-29T15:00:00.000Z`);
  expect(saved).not.toContain("password_hash");
  await expect(dialog).toHaveCount(0);

  await page.getByLabel("CSVファイル").setInputFiles(file);
  await button(page, "取り込む").click();
  await expect(
    page.getByText("0人の会員を取り込みました。1人はすでに登録されているため、変更しません。1行に誤りがあります。"),
  ).toBeVisible();
  await expectToFit(page);
});
