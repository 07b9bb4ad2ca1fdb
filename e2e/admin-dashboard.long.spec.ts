import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, ownTest, test } from "./fixtures.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const CARDS = [
  ["カテゴリー管理", "/admin/categories"],
  ["タグ管理", "/admin/tags"],
  ["動画管理", "/admin/videos"],
  ["概要文管理", "/admin/description"],
  ["チャプター管理", "/admin/chapters"],
] as const;

/** The specification's five stand together on a phone's first screen, before any other card. */
async function expectFiveFirst(page: Page): Promise<void> {
  const sections = page.getByRole("main").getByRole("region");
  await expect(sections.first()).toHaveAccessibleName("コンテンツ");
  await page.evaluate(() => scrollTo(0, 0));
  for (const link of await sections.first().getByRole("link").all()) await expect(link).toBeInViewport({ ratio: 1 });
}

test("links the profile, the dashboard and every screen", async ({ page }) => {
  await enterAs(page, "staff@example.com", "/profile");
  await page.getByRole("main").getByRole("link", { name: "管理画面" }).click();
  await expect(page).toHaveURL("/admin/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "管理画面" })).toBeVisible();
  await expect(page.getByRole("region", { name: "今日の確認事項" })).toContainText(/(あります|ありません。)$/);
  await expectAccessible(page);
  await expectToFit(page);
  const cards = page.getByRole("region", { name: "コンテンツ" }).getByRole("link");
  await page.setViewportSize(PHONE);
  for (const [name, path] of CARDS) {
    await page.getByRole("main").getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "管理画面" }).first().click();
    await expect(page).toHaveURL("/admin/dashboard");
  }
  await expect(cards).toHaveText(CARDS.map(([name]) => name));
  await expectFiveFirst(page);
  await expect(page.getByRole("link", { name: "会員管理" })).toHaveCount(0);
  await page.getByRole("link", { name: "プロフィールに戻る" }).click();
  await expect(page).toHaveURL("/profile");
});

test("lists open tasks with their number and a link", async ({ page }) => {
  await signInAs(page, "staff@example.com");
  const needs = [
    { kind: "failed_mails", count: 0, at: null },
    { kind: "videos_without_chapters", count: 3, at: null },
    { kind: "something_new", count: 9, at: null },
  ];
  const yesterday = { day: "2026-11-22", figures: [{ kind: "views", count: 1234, before: 56 }] };
  const restore = await answerInstead(page, "/api/admin/dashboard/", 200, { needs, yesterday });
  await page.goto("/admin/dashboard");
  const block = page.getByRole("region", { name: "今日の確認事項" });
  await expect(block.getByRole("link")).toHaveText(["チャプターのない動画が3本あります"]);
  await block.getByRole("link").click();
  await expect(page).toHaveURL("/admin/videos?show=without_chapters");
  await restore();
  await answerInstead(page, "/api/admin/dashboard/", 200, { needs: [], yesterday });
  await page.goto("/admin/dashboard");
  await expect(block).toContainText("今日確認が必要なことはありません。");
});

test("lists failed mails and sends them again", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/mails");
  await expect(page.getByText("送信できていないメールはありません")).toBeVisible();
  await expectAccessible(page);
  const mail = {
    id: 7,
    recipient: "a-rather-long-address@mail.example.com",
    subject: "パスワード再設定のご案内",
    created_at: "2026-11-20T03:00:00.000Z",
    attempts: 5,
    last_error: "ECONNREFUSED",
    refused_code: null,
    member_id: null,
    next_attempt_at: null,
  };
  const last_error = "Can't send mail - all recipients were rejected: 550 5.1.1 no such user";
  const dead = { ...mail, id: 8, subject: "領収書", last_error, refused_code: "5.1.1", member_id: 1 };
  await answerInstead(page, "/api/admin/mails/failed/", 200, [mail, dead]);
  await answerInstead(page, "/api/admin/mails/8/", 200, { message: "「領収書」を破棄しました。" });
  await answerInstead(page, "/api/admin/mails/7/retry/", 200, { message: "もう一度送信します。" });
  await page.reload();
  const shown = page.getByRole("main").getByRole("listitem");
  const [outage, refused] = [shown.first(), shown.last()];
  await expect(outage).toContainText("メールサーバーに接続できません");
  await expect(outage).toContainText("自動の再送信は終了しました。");
  await expect(refused).toContainText("このメールアドレスには届きません。会員のメールアドレスを変更してから");
  await expect(refused.getByRole("link", { name: "会員の画面を開く" })).toHaveAttribute("href", "/admin/members/1");
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole("button", { name: "パスワード再設定のご案内：再送信" }).click();
  await expect(page.getByText("もう一度送信します。")).toBeVisible();
  await page.getByRole("button", { name: "領収書：破棄" }).click();
  await expect(page.getByText("「領収書」を破棄しました。")).toBeVisible();
});

for (const [name, size] of [
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
] as const) {
  test(`on ${name}, the morning page lists what is urgent first, and yesterday beside it`, async ({ page }) => {
    await page.setViewportSize(size);
    const at = "2026-11-25T03:00:00.000Z";
    const needs = [
      { kind: "failing_payments", count: 2, at },
      { kind: "disputes", count: 1, at },
      { kind: "draft_videos", count: null, at: null },
      { kind: "late_backup", count: 1, at },
      { kind: "unproven_backup", count: 1, at },
      { kind: "ending_trials", count: 12, at },
    ];
    const yesterday = {
      day: "2026-11-22",
      figures: [
        { kind: "signups", count: 12, before: 9 },
        { kind: "monthly_revenue", count: 1_234_500, before: 1_230_000 },
        { kind: "views", count: 1234, before: null },
      ],
    };
    await enterAs(page, "superuser@example.com", "/admin/dashboard");
    const restore = await answerInstead(page, "/api/admin/dashboard/", 200, {
      needs,
      yesterday,
      last_backup_at: at,
      proven_backup_at: at,
    });
    await page.reload();
    const block = page.getByRole("region", { name: "今日の確認事項" });
    await expect(block.getByRole("link")).toHaveText([
      "お支払いを確認できていない会員が2人います（次の自動決済は11月25日）",
      "支払いへの異議申し立てが1件あります（証拠の提出期限は11月25日 12:00）",
      "2026年11月25日以降、バックアップが取得されていません",
      "バックアップの復元テストが成功していません（最後に確認できたのは11月25日の分）",
      "無料体験が3日以内に終了する会員が12人います（最初は11月25日）",
    ]);
    await expect(block.getByRole("alert")).toContainText("一部の項目を確認できませんでした。");
    const figures = page.getByRole("region", { name: "昨日" });
    await expect(figures).toContainText("2026年11月22日（日本時間）");
    await expect(figures.getByRole("definition")).toHaveText([
      "12前日 9",
      "1,234,500円前日 1,230,000円",
      "1,234前日 —",
    ]);
    await expectAccessible(page);
    await expectToFit(page);
    await block.getByRole("link", { name: /復元テスト/ }).click();
    await expect(page.getByRole("region", { name: "最後のバックアップ" })).toBeFocused();
    await block.getByRole("link", { name: /無料体験/ }).click();
    await expect(page).toHaveURL("/admin/members?status=trial_ending");
    await expect(page.getByRole("combobox", { name: "会員の状態" })).toHaveValue("trial_ending");
    await page.goto("/admin/members?status=payment_failing");
    await expect(page.getByRole("combobox", { name: "会員の状態" })).toHaveValue("payment_failing");
    await restore();
  });
}

test("redirects members to their profile, and visitors to the login", async ({ page }) => {
  await signInAs(page, "member@example.com");
  for (const path of ["/admin/dashboard", "/admin/categories", "/admin/tags", "/admin/videos", "/admin/members"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/profile");
  }
  await page.evaluate(() => localStorage.clear());
  await page.goto("/admin/tags");
  await expect(page).toHaveURL("/login?next=%2Fadmin%2Ftags");
});

test.describe("when a call fails", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("still links every screen", async ({ page }) => {
    await signInAs(page, "staff@example.com");
    const restore = await answerInstead(page, "/api/admin/dashboard/", 500);
    await page.goto("/admin/dashboard");
    const block = page.getByRole("region", { name: "今日の確認事項" });
    await expect(block.getByRole("alert")).toContainText("データの取得に失敗しました。");
    await expect(page.getByRole("main").getByRole("link", { name: "タグ管理" })).toBeVisible();
    await restore();
    await block.getByRole("button", { name: "再試行" }).click();
    await expect(block.getByRole("alert")).toHaveCount(0);
  });
});

test("links alerts to the member and to Stripe, resolves and reopens them", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await page.getByRole("main").getByRole("link", { name: "確認が必要な請求・契約" }).last().click();
  await expect(page.getByText("確認が必要な請求・契約はありません")).toBeVisible();
  const alert = {
    id: 7,
    kind: "dispute",
    message: "支払い（ch_3Q1abcdefghijklmnopqrstuv）に異議申し立てがあります。Stripeで内容を確認してください。",
    amount: 16500,
    member: { id: 1, username: "山田太郎" },
    can_connect: false,
    provider_url: "https://dashboard.stripe.com/disputes/dp_1",
    created_at: "2026-11-20T03:00:00.000Z",
    resolved_at: null,
  };
  const list = { results: [alert], count: 1, next: null, previous: null };
  await answerInstead(page, "/api/admin/alerts/", 200, list);
  const resolved = { ...alert, resolved_at: "2026-11-21T03:00:00.000Z" };
  const restore = await answerInstead(page, "/api/admin/alerts/7/resolved/", 200, resolved);
  await page.setViewportSize(PHONE);
  await page.reload();
  const item = page.getByRole("main").getByRole("listitem");
  await expect(item).toContainText("16,500円");
  await expect(item.getByRole("link", { name: "山田太郎さん" })).toHaveAttribute("href", "/admin/members/1");
  await expect(item.getByRole("link", { name: /Stripeで確認する/ })).toHaveAttribute("href", alert.provider_url);
  await item.getByRole("button", { name: /対応済みにする/ }).click();
  await expect(page.getByText("を対応済みにしました。")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await restore();
  await answerInstead(page, "/api/admin/alerts/7/resolved/", 200, alert);
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(page.getByText("を未対応に戻しました。")).toBeVisible();

  const unknown = { ...alert, id: 8, kind: "unknown_payment", amount: null, can_connect: true };
  await answerInstead(page, "/api/admin/alerts/", 200, { ...list, results: [unknown] });
  await answerInstead(page, "/api/admin/alerts/8/connect/", 200, { ...unknown, can_connect: false });
  await page.reload();
  const connect = item.getByRole("button", { name: /結び付ける/ });
  await expect(connect).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await connect.click();
  await expect(page.getByText("支払いを山田太郎さんに結び付けました。")).toBeVisible();
});

test.describe("an error in a member's browser", () => {
  test.use({ expectedErrors: [/planted for/] });

  test("is one line for staff, with its page", async ({ page }) => {
    await enterAs(page, "member@example.com", "/favorites");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const told = page.waitForResponse((response) => response.url().endsWith("/api/browser-errors/"));
    await page.evaluate(() => setTimeout(() => void Promise.reject(new TypeError("planted for 山田花子"))));
    expect((await told).status()).toBe(200);
    await signInAs(page, "staff@example.com");
    await page.setViewportSize(PHONE);
    await page.goto("/admin/dashboard");
    const line = page.getByText(/^ブラウザーのエラー：\d+件/);
    await expect(line).toContainText("（/favorites、現在の版）");
    await line.click();
    await expect(page.getByText("TypeError: planted for …")).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });
});

ownTest("what a new site lacks stands below the five cards, until the owner hides it", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await expect(page.getByRole("region", { name: "昨日" })).toBeVisible();
  // The demo lacks nothing.
  await expect(page.getByRole("region", { name: /^はじめの準備/ })).toHaveCount(0);
  const kinds = ["name", "logo", "colours", "landing", "legal", "prices", "videos", "second_factor", "backup"];
  const opening = [...kinds, "purchase", "visitors", "something_new"].map((kind, index) => ({
    kind,
    is_done: index < 4,
  }));
  const yesterday = { day: "2026-11-22", figures: [] };
  const restore = await answerInstead(page, "/api/admin/dashboard/", 200, { needs: [], yesterday, opening });
  const list = page.getByRole("region", { name: "はじめの準備（11件中4件完了）" });
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await page.reload();
    await expect(list.getByRole("link")).toHaveCount(11);
    await expectFiveFirst(page);
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
  }
  await restore();
  await list.getByRole("button", { name: "この一覧を表示しない" }).click();
  await expect(list).toHaveCount(0);
  await page.goto("/admin/site");
  await expect(page.getByLabel("はじめの準備")).toHaveValue("off");
});
