import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, test, LONG } from "./fixtures.ts";
import { asColleague } from "./staff-calls.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const PATH = "/admin/categories";
const CALL = "/api/admin/categories/";

const creation = (page: Page) => page.getByRole("region", { name: "カテゴリーの作成" });
const rows = (page: Page) => page.getByRole("table", { name: "カテゴリーの一覧" }).getByRole("rowheader");

interface Category {
  id: number;
  name: string;
  revision: number;
}

async function create(page: Page, name: string, parent?: string): Promise<void> {
  await creation(page).getByLabel("カテゴリー名").fill(name);
  await creation(page)
    .getByLabel("親カテゴリー")
    .selectOption(parent ?? "");
  await creation(page).getByRole("button", { name: "作成する" }).click();
  await expect(page.getByText(`カテゴリー「${name}」を作成しました。`)).toBeVisible();
}

test("creates, renames, moves and deletes categories", async ({ page }) => {
  const top = "運用";
  const child = "広告の運用";
  await enterAs(page, "staff@example.com", PATH);
  await expect(page.getByRole("heading", { level: 1, name: "カテゴリー管理" })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);

  await create(page, top);
  await create(page, child, top);
  // The list may be fetched after the message.
  await expect
    .poll(async () => {
      const names = await rows(page).allInnerTexts();
      return names[names.findIndex((name) => name.includes(top)) + 1];
    })
    .toContain(child);

  await page.getByRole("button", { name: `${child}を編集` }).click();
  const editor = page.getByRole("form", { name: `${child}の編集` });
  await expect(editor.getByLabel("カテゴリー名")).toBeFocused();
  await expectAccessible(page);
  await expectToFit(page);
  await editor.getByLabel("カテゴリー名").fill("捨てる名前");
  await editor.getByRole("button", { name: "キャンセル" }).click();
  await expect(page.getByRole("button", { name: `${child}を編集` })).toBeFocused();
  await expect(page.getByText("捨てる名前")).toHaveCount(0);

  await page.getByRole("button", { name: `${child}を編集` }).click();
  await editor.getByLabel("カテゴリー名").fill(`${child}改`);
  await editor.getByLabel("親カテゴリー").selectOption("");
  await editor.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText(`カテゴリー「${child}改」を更新しました。`)).toBeVisible();
  await page.reload();
  await expect(rows(page).filter({ hasText: `${child}改` })).not.toContainText("子カテゴリー");

  for (const [size, name] of [
    [PHONE, `${child}改`],
    [DESKTOP, top],
  ] as const) {
    await page.setViewportSize(size);
    await page.getByRole("button", { name: `${name}を削除` }).click();
    const dialog = page.getByRole("dialog", { name: `カテゴリー「${name}」を削除しますか？` });
    await expect(dialog).toContainText("このカテゴリーの動画はありません。");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "削除する" }).click();
    await expect(page.getByText(`カテゴリー「${name}」を削除しました。`)).toBeVisible();
    await expect(
      page.getByText(`カテゴリー「${name}」を削除しました。`).locator("xpath=ancestor::*[@tabindex][1]"),
    ).toBeFocused();
    await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
  }

  await test.step("names the videos and children that a deletion changes", async () => {
    type Affected = { name: string; id: number; parent: number | null; video_count: number };
    const all = await asColleague<Affected[]>(page, "GET", CALL);
    const parent = all.find(({ id }) => all.some((other) => other.parent === id));
    const used = all.find(({ video_count }) => video_count > 0);
    await page.getByRole("button", { name: `${used?.name}を削除` }).click();
    await expect(page.getByRole("dialog")).toContainText(`動画${used?.video_count}本から外れます。`);
    await page.getByRole("button", { name: "キャンセル" }).click();
    await page.getByRole("button", { name: `${parent?.name}を削除` }).click();
    const children = all.filter((other) => other.parent === parent?.id).length;
    await expect(page.getByRole("dialog")).toContainText(`子カテゴリー${children}件は、トップレベル`);
  });
});

test("creates, renames, leaves and deletes a category by keyboard alone", LONG, async ({ page }) => {
  await enterAs(page, "staff@example.com", PATH);
  const name = creation(page).getByLabel("カテゴリー名");
  await name.focus();
  await page.keyboard.type("鍵盤");
  await page.keyboard.press("Enter");
  await expect(page.getByText("カテゴリー「鍵盤」を作成しました。")).toBeVisible();
  await expect(name).toBeFocused();
  const edit = page.getByRole("button", { name: "鍵盤を編集" });
  await edit.focus();
  await page.keyboard.press("Enter");
  const renamed = page.getByRole("form").getByLabel("カテゴリー名");
  await expect(renamed).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(renamed).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type("譜");
  await page.keyboard.press("Enter");
  await expect(page.getByText("カテゴリー「鍵盤譜」を更新しました。")).toBeVisible();
  await expect(page.getByRole("button", { name: "鍵盤譜を編集" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "鍵盤譜を削除" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "削除する" }).press("Enter");
  await expect(rows(page).filter({ hasText: "鍵盤譜" })).toHaveCount(0);
});

test("asks before it discards text typed in a row", LONG, async ({ page }) => {
  await enterAs(page, "staff@example.com", PATH);
  const edits = page.getByRole("button", { name: /を編集$/ });
  const second = (await edits.nth(1).getAttribute("aria-label")) ?? "";
  await edits.first().click();
  const typed = page.getByRole("form").getByLabel("カテゴリー名");
  await typed.fill("書きかけ");
  await page.getByRole("button", { name: second, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "保存していない変更があります" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "編集に戻る" }).click();
  await expect(typed).toHaveValue("書きかけ");

  await page.getByRole("button", { name: second.replace("を編集", "を削除"), exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "キャンセル" }).click();
  await expect(typed).toHaveValue("書きかけ");
  // An Escape during a kana conversion only reverts the conversion.
  await typed.dispatchEvent("keydown", { key: "Escape", isComposing: true });
  await typed.dispatchEvent("keydown", { key: "Escape", keyCode: 229 });
  await typed.press("End");
  await expect(typed).toHaveValue("書きかけ");

  await page.getByRole("button", { name: second, exact: true }).click();
  await dialog.getByRole("button", { name: "破棄して進む" }).click();
  await expect(typed).toHaveValue(second.replace("を編集", ""));
  await typed.press("Escape");
  await expect(page.getByRole("button", { name: second, exact: true })).toBeFocused();
});

test.describe("when a call fails", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("keeps the typed text and the row when another editor saved first, and shows the saved text", async ({
    page,
  }) => {
    await enterAs(page, "staff@example.com", PATH);
    await create(page, "共同作業");
    const all = await asColleague<Category[]>(page, "GET", CALL);
    const { id } = all.find(({ name }) => name === "共同作業") ?? { id: 0 };
    await page.getByRole("button", { name: "共同作業を編集" }).click();
    const editor = page.getByRole("form");
    await editor.getByLabel("カテゴリー名").fill("私の名前");
    await asColleague(page, "PUT", `${CALL}${id}/`, { name: "同僚の名前", parent: null });
    await editor.getByRole("button", { name: "保存" }).click();
    await expect(editor.getByRole("alert")).toContainText("同僚の名前");
    await expect(editor.getByLabel("カテゴリー名")).toHaveValue("私の名前");
    await expect(page.getByRole("form", { name: "共同作業の編集" })).toBeInViewport();
    await expectAccessible(page);
    await expectToFit(page);
    await editor.getByRole("button", { name: "読み込み直す" }).click();
    await expect(editor.getByLabel("カテゴリー名")).toHaveValue("同僚の名前");
    await expect(editor.getByLabel("カテゴリー名")).toBeFocused();
    await editor.getByLabel("カテゴリー名").fill("私の名前");
    await asColleague(page, "PUT", `${CALL}${id}/`, { name: "同僚の名前2", parent: null });
    await editor.getByRole("button", { name: "保存" }).click();
    await editor.getByRole("button", { name: "上書きする" }).click();
    await expect(page.getByText("カテゴリー「私の名前」を更新しました。")).toBeVisible();
    await asColleague(page, "DELETE", `${CALL}${id}/`);
  });

  test("shows the error at the field, and prefers the server's message", LONG, async ({ page }) => {
    await enterAs(page, "staff@example.com", PATH);
    await creation(page).getByRole("button", { name: "作成する" }).click();
    const name = creation(page).getByLabel("カテゴリー名");
    await expect(name).toHaveAccessibleDescription("カテゴリー名を入力してください。");
    const [first] = await asColleague<Category[]>(page, "GET", CALL);
    await name.fill(first?.name ?? "");
    await creation(page).getByRole("button", { name: "作成する" }).click();
    await expect(name).toHaveAccessibleDescription("同じ名前のカテゴリーがすでにあります。");
    await name.fill("送れない");
    await expect(name).not.toHaveAccessibleDescription(/同じ名前/);
    for (const [status, body, text] of [
      [500, {}, "カテゴリーの作成に失敗しました。"],
      [400, { error: "サーバーの言葉" }, "サーバーの言葉"],
    ] as const) {
      const restore = await answerInstead(page, CALL, status, body);
      await creation(page).getByRole("button", { name: "作成する" }).click();
      await expect(creation(page).getByRole("alert")).toHaveText(text);
      await expect(name).toHaveValue("送れない");
      await restore();
    }
  });
});
