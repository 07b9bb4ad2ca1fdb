import type { Page } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { signInAs } from "./enter-as.ts";
import { DEMO_PASSWORD, expect, becomeTrial, signUpForTrial, test, LONG } from "./fixtures.ts";

const TERMS = "利用規約とプライバシーポリシーへの同意が必要です。";

let made = 0;
function newEmail(): string {
  return `auth-${process.pid}-${++made}@example.com`;
}

async function fillSignup(page: Page, email: string, password = "correct-horse-77") {
  await page.getByLabel("ユーザー名").fill("学ぶ 花子");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByLabel("パスワード（確認）", { exact: true }).fill(password);
  await page.getByRole("checkbox", { name: /に同意する/ }).check();
}

function stored(page: Page) {
  return page.evaluate(() => ({ ...localStorage }));
}

test.describe("Visitors", () => {
  test("see the landing page at the bare address and at unknown ones", async ({ page }) => {
    for (const path of ["/", "/no-such-page", "/video"]) {
      await page.goto(path);
      await expect(page).toHaveURL("/landing");
    }
  });

  test("log in first and come back to the page they asked for", async ({ page }) => {
    await page.goto("/profile?from=mail");
    await expect(page).toHaveURL("/login?next=%2Fprofile%3Ffrom%3Dmail");
    await page.getByLabel("メールアドレス").fill("member@example.com");
    await page.getByLabel("パスワード", { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/profile?from=mail");
    await expect(page.getByRole("heading", { name: "プロフィール", level: 1 })).toBeVisible();
  });

  test("are not led to other sites after the login", LONG, async ({ page }) => {
    await page.goto("/login?next=//example.org/");
    await page.getByLabel("メールアドレス").fill("member@example.com");
    await page.getByLabel("パスワード", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
    await expect(page).toHaveURL("/");
  });
});

test.describe("Signing up", () => {
  test("leads on to the plans, as the second of three steps", async ({ page }) => {
    const email = newEmail();
    await page.goto("/signup");
    await expect(page.getByRole("list", { name: "お申し込みの手順" }).locator("[aria-current=step]")).toHaveText(
      /会員登録/,
    );
    await fillSignup(page, email);
    await page.getByRole("button", { name: "アカウントを作成" }).click();
    await expect(page).toHaveURL("/checkout");
    await expect(page.locator("[aria-current=step]")).toHaveText(/お申し込み/);
    await expect(page.getByText("1,650円")).toBeVisible();
    await expect(page.getByText("16,500円")).toBeVisible();
    await expect(page.getByText("1か月あたり 1,375円（税込）")).toBeVisible();
    const { user, token, refreshToken } = await stored(page);
    expect(JSON.parse(user ?? "")).toMatchObject({ username: "学ぶ 花子", subscription_status: "inactive" });
    expect(token).toBeTruthy();
    expect(refreshToken).toBeTruthy();
  });

  test("for the trial leads home", async ({ page }) => {
    await page.goto("/trial");
    await fillSignup(page, newEmail());
    await page.getByRole("button", { name: "無料体験を始める" }).click();
    await expect(page).toHaveURL("/");
    const { user } = await stored(page);
    expect(JSON.parse(user ?? "")).toMatchObject({ subscription_status: "trial" });
  });

  test("shows an error at each invalid field until the field is edited", async ({ page }) => {
    await page.goto("/signup");
    await page.getByLabel("パスワード", { exact: true }).fill("short");
    await page.getByRole("button", { name: "アカウントを作成" }).click();
    const username = page.getByLabel("ユーザー名");
    await expect(username).toBeFocused();
    await expect(username).toHaveAccessibleDescription("ユーザー名を入力してください。");
    await expect(username).toHaveAttribute("aria-invalid", "true");
    const email = page.getByLabel("メールアドレス");
    await expect(email).toHaveAccessibleDescription("メールアドレスを入力してください。");
    const password = page.getByLabel("パスワード", { exact: true });
    await expect(password).toHaveAccessibleDescription(/パスワードは8文字以上で入力してください$/);
    await expect(page.getByRole("checkbox")).toHaveAccessibleDescription(TERMS);

    await username.fill("花");
    await expect(username).toHaveAttribute("aria-invalid", "false");
    await expect(page.getByText("ユーザー名を入力してください。")).toBeHidden();
    await expect(page.getByText(TERMS)).toBeVisible();
    await page.getByRole("checkbox").check();
    await expect(page.getByText(TERMS)).toBeHidden();

    await email.fill("hanako@example.com");
    await password.fill("correct-horse-77");
    await page.getByRole("button", { name: "アカウントを作成" }).click();
    const again = page.getByLabel("パスワード（確認）", { exact: true });
    await expect(again).toHaveAccessibleDescription("パスワードが一致しません");
    await password.fill("correct-horse-7");
    await expect(page.getByText("パスワードが一致しません")).toBeHidden();
  });

  test.describe("with what the server refuses", () => {
    test.use({ expectedErrors: [REFUSED] });

    test("keeps the typed text and shows the error at the field", async ({ page }) => {
      await page.goto("/trial");
      await fillSignup(page, "MEMBER@example.com");
      await page.getByRole("button", { name: "無料体験を始める" }).click();
      await expect(page.getByLabel("メールアドレス")).toHaveAccessibleDescription(
        "このメールアドレスはすでに登録されています。ログインするか、別のメールアドレスを入力してください。",
      );
      await expect(page.getByLabel("メールアドレス")).toBeFocused();
      await expect(page.getByLabel("パスワード", { exact: true })).toHaveValue("correct-horse-77");
      await expect(page.getByRole("checkbox")).toBeChecked();
    });
  });

  test("shows the password on request", LONG, async ({ page }) => {
    await page.goto("/signup");
    const password = page.getByLabel("パスワード", { exact: true });
    await expect(password).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "パスワードを表示" }).click();
    await expect(password).toHaveAttribute("type", "text");
  });
});

test.describe("Logging in", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("with a wrong password shows an error and keeps the typed text", async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("メールアドレス").fill("yearly@example.com");
    await page.getByLabel("パスワード", { exact: true }).fill("not-the-password");
    await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
    await expect(page.getByRole("alert")).toHaveText("メールアドレスまたはパスワードが正しくありません。");
    await expect(page.getByLabel("パスワード", { exact: true })).toHaveValue("not-the-password");
    await page.getByLabel("パスワード", { exact: true }).fill("n");
    await expect(page.getByRole("alert")).toBeHidden();
  });
});

test.describe("Signed-in members", () => {
  test(
    "are redirected home from login and signup, and /trial says that they have an account",
    LONG,
    async ({ page }) => {
      await becomeTrial(page);
      for (const path of ["/login", "/signup"]) {
        await page.goto(path);
        await expect(page).toHaveURL("/");
      }
      await page.goto("/trial");
      await expect(page.getByRole("heading", { name: "すでにアカウントをお持ちです" })).toBeVisible();
    },
  );

  test("log out in every tab, and no stored data stays", async ({ page, context }) => {
    await signUpForTrial(page);
    const other = await context.newPage();
    await other.goto("/profile");
    await expect(other.getByText("体験 太郎").first()).toBeVisible();
    const refresh = (await stored(page))["refreshToken"];
    await page.getByRole("button", { name: "体験 太郎さんのメニュー" }).click();
    await page.getByRole("button", { name: "ログアウト" }).click();
    await expect(page).toHaveURL("/login");
    await expect(other).toHaveURL("/login?next=%2Fprofile");
    expect(await stored(page)).toEqual({});
    await expect
      .poll(async () => {
        const response = await page.request.post("/api/auth/token/refresh/", { data: { refresh } });
        return response.status();
      })
      .toBe(401);
  });
});

test.describe("A session", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("is renewed once for all tabs when its access token has run out", async ({ page, context }) => {
    // No screen is open: one that still loads would renew the token itself, and lose the answer when its tab goes on.
    await becomeTrial(page);
    const other = await context.newPage();
    let exchanges = 0;
    await context.route("/api/auth/token/refresh/", (route) => {
      exchanges++;
      return route.continue();
    });
    await page.evaluate(() => localStorage.setItem("token", "run out"));
    await Promise.all([page.goto("/profile"), other.goto("/profile")]);
    for (const tab of [page, other]) {
      await expect(tab.getByText("無料体験中")).toBeVisible();
      await expect(tab.getByRole("heading", { name: "カテゴリー" })).toBeVisible();
    }
    expect(exchanges).toBe(1);
  });

  test("ends locally after a logout even if the server is unreachable", LONG, async ({ page }) => {
    await signUpForTrial(page);
    await page.route("/api/auth/logout/", (route) => route.abort());
    await page.getByRole("button", { name: "体験 太郎さんのメニュー" }).click();
    await page.getByRole("button", { name: "ログアウト" }).click();
    await expect(page).toHaveURL("/login");
    expect(await stored(page)).toEqual({});
  });

  test("that cannot be renewed leads to the login and back", async ({ page }) => {
    await becomeTrial(page);
    await page.evaluate(() => {
      localStorage.setItem("token", "run out");
      localStorage.setItem("refreshToken", "made up");
    });
    await page.goto("/profile");
    await expect(page).toHaveURL("/login?next=%2Fprofile");
    expect(await stored(page)).toEqual({});
  });

  test("survives an unreachable server", LONG, async ({ page }) => {
    await becomeTrial(page);
    await page.route("/api/profile/", (route) => route.abort());
    await page.goto("/profile");
    await expect(page.getByText("プロファイル情報の取得に失敗しました。")).toBeVisible();
    expect((await stored(page))["token"]).toBeTruthy();
    await page.unroute("/api/profile/");
    await page.getByRole("main").getByRole("button", { name: "再試行" }).click();
    await expect(page.getByText("無料体験中")).toBeVisible();
  });

  test("ends if the stored user is unreadable", LONG, async ({ page }) => {
    await becomeTrial(page);
    await page.goto("/landing");
    await page.evaluate(() => localStorage.setItem("user", "{"));
    await page.goto("/profile");
    await expect(page).toHaveURL("/login?next=%2Fprofile");
    expect(await stored(page)).toEqual({});
  });
});

test.describe("Videos", () => {
  test.use({ expectedErrors: [REFUSED] });

  for (const who of ["expired", "inactive", "canceled"]) {
    test(`redirect ${who}@example.com to the plans`, async ({ page }) => {
      await signInAs(page, `${who}@example.com`);
      await page.goto("/video/1");
      await expect(page).toHaveURL("/checkout?next=%2Fvideo%2F1");
      await expect(page.getByRole("heading", { name: "プランを選ぶ" })).toBeVisible();
    });
  }

  test("lead to /error when the trial's beginning cannot be read", LONG, async ({ page }) => {
    await becomeTrial(page);
    await page.route("/api/profile/", async (route) => {
      const response = await route.fetch();
      const profile = (await response.json()) as object;
      await route.fulfill({ response, json: { ...profile, created_at: "yesterday" } });
    });
    await page.goto("/video/1");
    await expect(page).toHaveURL("/error");
    await expect(page.getByRole("heading", { name: "うまく表示できませんでした" })).toBeVisible();
  });
});

test.describe("Prices that cannot be fetched", LONG, () => {
  test.use({ expectedErrors: [REFUSED] });

  test("show a message and can be retried", async ({ page }) => {
    await becomeTrial(page);
    await page.route("/api/subscription/prices/", (route) => route.fulfill({ status: 500 }));
    await page.goto("/checkout");
    await expect(page.getByRole("alert")).toContainText("料金情報を読み込めませんでした。");
    await page.unroute("/api/subscription/prices/");
    await page.getByRole("button", { name: "再試行" }).click();
    await expect(page.getByText("1,650円")).toBeVisible();
  });
});
