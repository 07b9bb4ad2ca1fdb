import { expect, type Page } from "@playwright/test";
import { join } from "node:path";
import { TOTP } from "otpauth";
import { CARDS } from "@manabiya/e2e/billing-steps.ts";
import { root } from "../../../scripts/quiet-run.mjs";
import { OWNER } from "./fresh-service.ts";
import { Operator } from "./operator.ts";

export interface FirstStep {
  title: string;
  /** @param guest a page of somebody who is not signed in */
  perform(operator: Operator, guest: Page): Promise<void>;
  /** Throws unless a visitor finds the result. */
  find(visitor: Page): Promise<void>;
}

const NAME = "つくる人の商い塾";
const COLOUR = "#0b5d3b";
const HEADING = "つくったものに、正しい値段を。";
const BUSINESS = "株式会社つくる商い";
const ADDRESS = "東京都千代田区丸の内0-0-0";
const MAILBOX = "help@example.jp";
const LESSONS = ["値段を決める三つの問い", "はじめての提案書", "毎朝の集計をAIに渡す"] as const;
const addressOf = (index: number) => `https://www.youtube.com/watch?v=lesson-${index}-ab`;
/** The titles that the video host knows, by address. */
export const LESSON_DETAILS = LESSONS.map((title, index) => [addressOf(index), { title }] as const);
const LOGO = join(root, "web/public/icon-512.png");

const nameAndColours: FirstStep = {
  title: "name, business, logo, colours and contact",
  async perform(operator) {
    await operator.open("サイトの設定");
    await operator.type(operator.main.getByLabel("サイト名"), NAME);
    await operator.type(operator.main.getByLabel("メインカラー"), COLOUR);
    await operator.type(operator.main.getByLabel("お問い合わせ先"), MAILBOX);
    await operator.type(operator.main.getByLabel("送信者の名称"), BUSINESS);
    await operator.type(operator.main.getByLabel("送信者の住所"), ADDRESS);
    await operator.pickFile(operator.main.getByLabel("ロゴとアイコン", { exact: true }), LOGO);
    await operator.press(operator.main.getByRole("button", { name: "保存", exact: true }));
    await operator.main.getByText("サイトの設定を保存しました。").waitFor();
  },
  async find(visitor) {
    await visitor.goto("/landing");
    await expect(visitor).toHaveTitle(new RegExp(NAME));
    await visitor.goto("/login");
    const colour = () => getComputedStyle(document.documentElement).getPropertyValue("--color-primary");
    expect(await visitor.evaluate(colour)).toContain(COLOUR);
  },
};

const threeVideos: FirstStep = {
  title: "three videos",
  async perform(operator) {
    await operator.open("動画管理");
    await operator.press(operator.main.getByText("動画を登録する", { exact: true }));
    for (const [index, title] of LESSONS.entries()) {
      await operator.paste(operator.main.getByLabel("動画ID", { exact: true }), addressOf(index));
      await expect(operator.main.getByLabel("タイトル", { exact: true })).toHaveValue(title);
      await operator.type(operator.main.getByLabel("概要文（任意）"), "0:00 はじめに\n1:30 三つの問い");
      await operator.press(operator.main.getByRole("button", { name: "登録する", exact: true }));
      await operator.main.getByRole("rowheader", { name: title }).waitFor();
    }
  },
  async find(visitor) {
    await visitor.goto("/trial");
    await visitor.getByLabel("ユーザー名").fill("体験 太郎");
    await visitor.getByLabel("メールアドレス").fill("visitor@example.com");
    for (const label of ["パスワード", "パスワード（確認）"]) {
      await visitor.getByLabel(label, { exact: true }).fill(OWNER.password);
    }
    await visitor.getByRole("checkbox").check();
    await visitor.getByRole("main").getByRole("button", { name: /体験/ }).click();
    for (const title of LESSONS) await visitor.getByRole("link", { name: title }).first().waitFor();
  },
};

const landing: FirstStep = {
  title: "landing page",
  async perform(operator) {
    await operator.open("会員登録の案内");
    const part = (name: string) => operator.press(operator.main.locator("summary").filter({ hasText: name }));
    await part("最初の画面");
    await operator.type(operator.main.getByLabel("見出し", { exact: true }), HEADING);
    await operator.type(operator.main.getByLabel("リード文"), "値段、言葉、届け方。手を動かす人のための講座です。");
    await part("最初の画面");
    await part("先生");
    await operator.type(operator.main.getByLabel("先生の名前"), OWNER.name);
    await operator.type(operator.main.getByLabel("先生の紹介"), "十年のあいだ、一人で商品をつくり、売ってきました。");
    await operator.press(operator.main.getByRole("button", { name: "プレビューを更新" }));
    await operator.page.frameLocator("iframe").getByRole("heading", { level: 1, name: HEADING }).waitFor();
    await operator.press(operator.main.getByRole("button", { name: "公開する", exact: true }));
    await operator.main.getByText("公開しました。").waitFor();
  },
  async find(visitor) {
    await visitor.goto("/landing");
    await visitor.getByRole("heading", { level: 1, name: HEADING }).waitFor();
    await visitor.getByRole("heading", { name: OWNER.name }).waitFor();
  },
};

/** The page of 規約と法定表記, the fields that its draft leaves open, and the document's address. Name and address are known. */
const LEGAL = [
  {
    page: "特定商取引法に基づく表記",
    path: "/legal/commerce",
    fields: { 運営統括責任者: OWNER.name, 電話番号: "03-0000-0000" },
  },
  { page: "利用規約", path: "/legal/terms", fields: {} },
  {
    page: "プライバシーポリシー",
    path: "/legal/privacy",
    fields: {
      業務の委託と外国での取り扱い: "料金の決済：Stripe, Inc.（アメリカ合衆国）",
      開示等の請求とお問い合わせの窓口: MAILBOX,
    },
  },
];

const legalPages: FirstStep = {
  title: "legal pages",
  async perform(operator) {
    await operator.open("規約と法定表記");
    for (const { page, fields } of LEGAL) {
      await operator.press(operator.main.getByRole("link", { name: page, exact: true }));
      for (const [label, text] of Object.entries(fields)) {
        await operator.type(operator.main.getByLabel(label, { exact: true }), text);
      }
      await operator.press(operator.main.getByRole("button", { name: "公開する", exact: true }));
      await operator.main.getByText(`${page}を公開しました。`).waitFor();
    }
  },
  async find(visitor) {
    for (const { page, path } of LEGAL) {
      await visitor.goto("/landing");
      await visitor.getByRole("link", { name: page, exact: true }).click();
      await expect(visitor).toHaveURL(path);
      await visitor.getByText(BUSINESS).first().waitFor();
    }
  },
};

const prices: FirstStep = {
  title: "prices",
  async perform(operator) {
    await operator.open("料金");
    await operator.type(operator.main.getByLabel("月額プランの料金（税抜・円）"), "1980");
    await operator.type(operator.main.getByLabel("年額プランの料金（税抜・円）"), "19800");
    await operator.press(operator.main.getByRole("button", { name: "いますぐこの料金にする" }));
    await operator.press(operator.main.getByRole("dialog").getByRole("button", { name: "開始する" }));
    await operator.region("現在の料金").getByText("2,178円（税込）").waitFor();
  },
  async find(visitor) {
    await visitor.goto("/landing");
    await visitor.getByRole("heading", { name: "月あたり1,815円から。" }).waitFor();
    await visitor.goto("/legal/commerce");
    await visitor.getByText("2,178円").first().waitFor();
  },
};

const openLesson: FirstStep = {
  title: "an open lesson",
  async perform(operator) {
    await operator.find(LESSONS[0]);
    await operator.press(operator.main.getByRole("checkbox", { name: "だれでも見られるようにする" }));
    await operator.region("無料公開").getByRole("link", { name: "無料公開のページを開く" }).waitFor();
  },
  async find(visitor) {
    await visitor.goto("/landing");
    await visitor.locator("#open-lessons").getByRole("link", { name: LESSONS[0] }).click();
    await visitor.getByRole("heading", { level: 1, name: LESSONS[0] }).waitFor();
    await visitor.getByRole("link", { name: "1週間、無料で試す" }).waitFor();
  },
};

const secondFactor: FirstStep = {
  title: "a second factor",
  async perform(operator) {
    await operator.press(operator.main.getByRole("link", { name: /管理者全員の2段階認証/ }));
    await operator.type(operator.main.getByLabel("パスワード", { exact: true }), OWNER.password);
    await operator.press(operator.main.getByRole("button", { name: "設定を始める" }));
    const shown = await operator.main.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
    const code = new TOTP({ secret: (shown ?? "").replaceAll(" ", "") }).generate();
    await operator.type(operator.main.getByLabel("確認コード"), code);
    await operator.press(operator.main.getByRole("button", { name: "2段階認証をオンにする" }));
    await operator.press(operator.main.getByRole("button", { name: "保存しました" }));
    await operator.main.getByText("残り10個").waitFor();
  },
  async find(visitor) {
    await visitor.goto("/login");
    await visitor.getByLabel("メールアドレス").fill(OWNER.email);
    await visitor.getByLabel("パスワード", { exact: true }).fill(OWNER.password);
    await visitor.getByRole("main").getByRole("button", { name: "ログイン" }).click();
    await visitor.getByLabel("確認コード").waitFor();
  },
};

const testPurchase: FirstStep = {
  title: "a test purchase",
  async perform(operator, guest) {
    const buyer = new Operator(guest, "desktop");
    await guest.goto("/signup");
    await buyer.type(guest.getByLabel("ユーザー名"), "購入 試子");
    await buyer.type(guest.getByLabel("メールアドレス"), "buyer@example.com");
    for (const label of ["パスワード", "パスワード（確認）"])
      await buyer.type(guest.getByLabel(label, { exact: true }), OWNER.password);
    await buyer.press(guest.getByRole("checkbox"));
    await buyer.press(buyer.main.getByRole("button", { name: "アカウントを作成" }));
    await buyer.press(buyer.main.getByRole("button", { name: "月額プランを選ぶ" }));
    await buyer.press(buyer.main.getByRole("button", { name: /^月額プランを申し込む/ }));
    await buyer.type(guest.getByLabel("カード番号"), CARDS.good);
    await buyer.type(guest.getByLabel("有効期限（月/年）"), "12/39");
    await buyer.type(guest.getByLabel("セキュリティコード"), "123");
    await buyer.press(guest.getByRole("button", { name: /を支払う$/ }));
    await guest.getByRole("heading", { name: "お申し込みが完了しました" }).waitFor();
    operator.clicks += buyer.clicks;
    operator.entries += buyer.entries;
    operator.characters += buyer.characters;
  },
  async find(visitor) {
    await visitor.goto("/");
    await visitor.getByRole("link", { name: LESSONS[0] }).first().click();
    await visitor.getByRole("heading", { level: 1, name: LESSONS[0] }).waitFor();
  },
};

/** In the order in which a new operator does them. */
export const FIRST_STEPS: readonly FirstStep[] = [
  nameAndColours,
  threeVideos,
  landing,
  legalPages,
  prices,
  openLesson,
  secondFactor,
  testPurchase,
];
