import type { Page } from "@playwright/test";
import { newestOf } from "./demo-videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { becomeTrial, expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { linkInMail } from "./mailbox.ts";
import { asColleague } from "./staff-calls.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

test.use({ freshContext: true });

const panel = (page: Page) => page.getByRole("region", { name: "質問", exact: true });
const tab = (page: Page) => page.getByRole("button", { name: /^質問/ });
const item = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

for (const size of [PHONE, DESKTOP]) {
  test(`at ${size.width}px a question goes to the teacher, comes back by mail, and helps the next member`, async ({
    page,
  }) => {
    const text = `なぜ値段が先なのですか？（${size.width}px）`;
    await page.setViewportSize(size);
    const { email, password } = await becomeTrial(page);
    // Only verified addresses receive answers.
    await page.goto(await linkInMail(page, { email, path: "/verify-email" }));
    await page.getByRole("button", { name: "メールアドレスを確認する" }).click();
    await expect(page.getByText("メールアドレスを確認しました。")).toBeVisible();
    const video = await newestOf(page, "file");
    await page.goto(`/video/${video.id}?t=20`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("q");
    const field = panel(page).getByRole("textbox", { name: /^質問（再生位置 [2-5]\d秒）$/ });
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
    await expect(panel(page).getByLabel("表示するお名前")).not.toHaveValue("");
    await panel(page).getByLabel("表示するお名前").fill("はな");
    const photo = { name: "photo.png", mimeType: "image/png", buffer: await page.screenshot() };
    await panel(page).getByLabel("画像（任意）").setInputFiles(photo);
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    await panel(page).getByRole("button", { name: "送信" }).click();
    await expect(panel(page).getByText(/^質問を送信しました/)).toBeInViewport();
    await expect(item(page, text).getByText("回答をお待ちください")).toBeVisible();
    await expect(item(page, text).getByAltText("質問の画像を拡大")).toBeVisible();

    await enterAs(page, "superuser@example.com", "/admin/dashboard");
    await page.getByRole("link", { name: /未回答の質問が\d+件あります/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "質問" })).toBeVisible();
    const queued = item(page, text);
    if (await queued.getByRole("button", { name: "開く" }).isVisible())
      await queued.getByRole("button", { name: "開く" }).click();
    await expect(queued.getByAltText("質問の画像を拡大")).toBeVisible();
    await queued.getByRole("button", { name: "回答する" }).click();
    await expect(queued.getByText("回答を入力してください。")).toBeVisible();
    await queued.getByLabel("回答", { exact: true }).fill("相手の困りごとから決めるからです。0:05をご覧ください。");
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    await queued.getByRole("button", { name: "再生する" }).click();
    await expect(queued.locator("video")).toHaveCount(1);
    await queued.getByRole("button", { name: "回答する" }).click();
    await expect(page.getByText(/^回答しました。/)).toBeVisible();
    await expect(item(page, text)).toHaveCount(0);

    await page.goto("/admin/questions?show=answered");
    const answered = item(page, text);
    if (await answered.getByRole("button", { name: "開く" }).isVisible())
      await answered.getByRole("button", { name: "開く" }).click();
    await answered.getByRole("button", { name: "概要文に追加" }).click();
    await expect(answered.getByText("概要文に追加済みです。")).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    await answered.getByRole("button", { name: "よくある質問に追加" }).click();
    await expect(page.getByText("保存していない入力を復元しました。")).toBeVisible();
    await expect(page.getByLabel("質問", { exact: true }).last()).toHaveValue(text);
    await page.getByRole("button", { name: "破棄する" }).click();

    const link = await linkInMail(page, { email, path: "/video/" });
    await signInAs(page, email, password);
    await page.goto(link);
    await expect(item(page, text).getByText("相手の困りごとから決めるからです。")).toBeVisible();
    await expect(item(page, text).getByText("ご自分の質問")).toBeVisible();

    await becomeTrial(page);
    await page.goto(`/video/${video.id}`);
    await tab(page).click();
    await expect(item(page, text).getByText("はなさん")).toBeVisible();
    await item(page, text).getByRole("button", { name: "5秒", exact: true }).waitFor();
    await item(page, text).getByAltText("質問の画像を拡大").click();
    await expectAccessible(page);
    await expectToFit(page);
    await page.keyboard.press("Escape");
    await expect(page.getByText(`質問（0:`).first()).toBeAttached();
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    await page.goto(`/search?q=${encodeURIComponent("なぜ値段が先なのですか")}`);
    const hit = page.getByRole("list", { name: "見つかった質問と回答" }).getByRole("link").filter({ hasText: text });
    await expect(hit).toContainText("相手の困りごとから決めるからです。");
    await expectAccessible(page);
    await expectToFit(page);
    await hit.click();
    await expect(page).toHaveURL(/\/video\/\d+\?t=2\d/);
    await tab(page).click();
    await item(page, text).getByRole("button", { name: "報告する" }).click();
    await page.getByRole("dialog").getByLabel("理由").fill("宣伝です");
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "報告する" }).click();
    await expect(item(page, text).getByText("スタッフに報告しました。")).toBeVisible();

    await enterAs(page, "superuser@example.com", "/admin/questions?show=reported");
    await expect(item(page, text).getByText("会員からの報告：宣伝です")).toBeVisible();
    await expectAccessible(page);
    await item(page, text).getByRole("button", { name: "非表示にする" }).click();
    await expect(page.getByText(/^質問を非表示にしました/)).toBeVisible();
    await signInAs(page, email, password);
    await page.goto(`/video/${video.id}`);
    await tab(page).click();
    await expect(item(page, text).getByText("スタッフが非表示にしました。")).toBeVisible();
  });
}

test("a member wants to know what another asked, a blocked one reads only, and a video without questions shows none", async ({
  page,
}) => {
  const text = "音が出ないのはなぜですか？";
  await page.setViewportSize(PHONE);
  await becomeTrial(page);
  const video = await newestOf(page, "youtube");
  await page.goto(`/video/${video.id}`);
  await tab(page).click();
  await expect(panel(page).getByText("質問はまだありません。")).toBeVisible();
  await panel(page).getByRole("button", { name: "この場面について質問する" }).click();
  await panel(page).getByRole("textbox", { name: /^質問/ }).fill(text);
  // Typed text outlives a reload.
  await page.reload();
  await tab(page).waitFor();
  await page.keyboard.press("q");
  await panel(page).getByRole("button", { name: "送信" }).click();
  await expect(item(page, text)).toHaveCount(1);
  await item(page, text).getByRole("button", { name: "修正する" }).click();
  await page.getByRole("textbox", { name: /^質問/ }).fill(`${text}（ヘッドホンです）`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(item(page, "（ヘッドホンです）")).toHaveCount(1);
  await item(page, text).getByRole("button", { name: "取り下げる" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "取り下げる" }).click();
  await expect(panel(page).getByText("質問はまだありません。")).toBeVisible();
  await panel(page).getByRole("button", { name: "この場面について質問する" }).click();
  await panel(page).getByRole("textbox", { name: /^質問/ }).fill(text);
  await panel(page).getByRole("button", { name: "送信" }).click();
  await expect(item(page, text)).toHaveCount(1);
  const { id: member } = await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "") as { id: number });

  const { results } = await asColleague<{ results: { id: number; text: string }[] }>(
    page,
    "GET",
    "/api/admin/questions/",
  );
  const id = results.find((each) => each.text === text)?.id ?? 0;
  await asColleague(page, "PUT", `/api/admin/questions/${id}/state/`, { state: "shown" });
  const reason = "宣伝が続くため";
  await asColleague(page, "PUT", `/api/admin/members/${member}/questions/`, { is_blocked: true, reason });
  await page.reload();
  await tab(page).click();
  await expect(panel(page).getByText(/^スタッフの設定により、質問を送信できません/)).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "この場面について質問する" })).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);

  await becomeTrial(page);
  await page.goto(`/video/${video.id}?question=${id}`);
  await item(page, text).getByRole("button", { name: "私も知りたい" }).click();
  await expect(item(page, text).getByText("「私も知りたい」1人")).toBeVisible();
  await expectAccessible(page);

  await enterAs(page, "superuser@example.com", `/admin/videos/${video.id}`);
  await page.getByLabel("会員からの質問を受け付ける").uncheck();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByText("保存しました。", { exact: true })).toBeVisible();
  await page.goto(`/video/${video.id}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(tab(page)).toHaveCount(0);
  await expectToFit(page);
});
