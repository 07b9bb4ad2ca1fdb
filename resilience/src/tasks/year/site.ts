import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PriceScreen } from "@manabiya/contract/billing/price-lists.ts";
import type { FailedMail } from "@manabiya/contract/staff/mails.ts";
import { root } from "../../../../scripts/quiet-run.mjs";
import type { Business } from "../business.ts";
import { eventually, must, mustBe } from "../facts.ts";
import type { Operator } from "../operator.ts";
import type { Step, Task } from "../task.ts";

const LOGO = join(root, "web", "public", "icon-512.png");

/** Looks as a visitor without an account. Tags stand between the phrases of headings. */
async function mustShow(business: Business, path: string, words: string): Promise<void> {
  const text = await (await business.send("GET", path)).text();
  must(`${text} ${text.replaceAll(/<[^>]*>/g, "")}`.includes(words), `${path} lacks ${words}`);
}

const press = (operator: Operator, name: string) =>
  operator.press(operator.main.getByRole("button", { name, exact: true }));

const nameAndLogo: Task = {
  title: "name and logo of the site",
  prepare: async (business, device) => {
    const name = `つくる人の塾 ${device}`;
    return [
      {
        role: "owner",
        perform: async (operator) => {
          await operator.open("サイトの設定");
          await operator.type(operator.main.getByLabel("サイト名"), name);
          await operator.pickFile(operator.main.getByLabel("ロゴとアイコン", { exact: true }), LOGO);
          await operator.main.getByRole("button", { name: "ロゴとアイコンを標準の画像に戻す" }).waitFor();
          await press(operator, "保存");
          await operator.main.getByText("サイトの設定を保存しました。").waitFor();
        },
        verify: async () => {
          await mustShow(business, "/landing", name);
          await mustShow(business, "/landing", "/favicon.svg?v=");
        },
      },
    ];
  },
};

const LEGAL = [
  { page: "特定商取引法に基づく表記", path: "/legal/commerce", field: "販売事業者" },
  { page: "利用規約", path: "/legal/terms", field: "事業者名" },
  { page: "プライバシーポリシー", path: "/legal/privacy", field: "事業者名" },
];

const legalPages: Task = {
  title: "legal pages",
  prepare: async (business, device) => {
    const company = `株式会社つくる商い ${device}`;
    return LEGAL.map(({ page, path, field }): Step => ({
      role: "owner",
      perform: async (operator) => {
        await operator.open("規約と法定表記");
        await operator.press(operator.main.getByRole("link", { name: page, exact: true }));
        await operator.type(operator.main.getByLabel(field, { exact: true }), company);
        await press(operator, "公開する");
        await operator.main.getByText(`${page}を公開しました。`).waitFor();
      },
      verify: () => mustShow(business, path, company),
    }));
  },
};

const landing: Task = {
  title: "texts of the landing page",
  prepare: async (business, device) => {
    const heading = `手を動かして覚える ${device}`;
    return [
      {
        role: "owner",
        perform: async (operator) => {
          await operator.open("会員登録の案内");
          await operator.press(operator.main.locator("summary").filter({ hasText: "最初の画面" }));
          await operator.type(operator.main.getByLabel("見出し", { exact: true }), heading);
          await press(operator, "公開する");
          await operator.main.getByText("公開しました。").waitFor();
        },
        verify: () => mustShow(business, "/landing", heading),
      },
    ];
  },
};

async function enterPrices(operator: Operator, monthly: number): Promise<void> {
  await operator.open("料金");
  await operator.type(operator.main.getByLabel("月額プランの料金（税抜・円）"), String(monthly));
  await operator.type(operator.main.getByLabel("年額プランの料金（税抜・円）"), String(monthly * 10));
}

const readPrices = (business: Business) => business.as<PriceScreen>("owner", "GET", "/api/admin/prices/");

const startPrices: Task = {
  title: "start new prices",
  prepare: async (business, device) => {
    const monthly = device === "desktop" ? 1_980 : 2_180;
    return [
      {
        role: "owner",
        perform: async (operator) => {
          await enterPrices(operator, monthly);
          await press(operator, "いますぐこの料金にする");
          await operator.press(operator.dialog.getByRole("button", { name: "開始する" }));
          await operator.main.getByText("新しい料金を開始しました。").waitFor();
        },
        verify: async () => mustBe("the price", (await readPrices(business)).current.monthly, monthly),
      },
    ];
  },
};

const raisePrices: Task = {
  title: "raise prices, with members moved after a notice",
  prepare: async (business) => [
    {
      role: "owner",
      perform: async (operator) => {
        await enterPrices(operator, 3_000);
        await operator.choose(operator.main.getByLabel("新しい料金の開始"), "開始日を指定");
        await operator.type(operator.main.getByLabel("開始日（日本時間の0時から）"), "2099-04-01");
        await operator.choose(operator.main.getByLabel("ご契約中の会員"), "お知らせ後に新しい料金へ");
        await operator.type(operator.main.getByLabel("この日以降の更新から新しい料金にする"), "2099-05-02");
        await press(operator, "この料金を予定する");
        await operator.press(operator.dialog.getByRole("button", { name: "予定する" }));
        await operator.main.getByText("新しい料金を予定しました。").waitFor();
      },
      verify: async () => {
        const [list] = (await readPrices(business)).next;
        mustBe("the planned price", [list?.monthly, list?.moves_at], [3_000, "2099-05-01T15:00:00.000Z"]);
        await business.as("owner", "POST", `/api/admin/prices/${list?.revision}/withdraw/`);
      },
    },
  ],
};

/** The owner is told at once of so many. */
const FAILED_MAILS = 5;

const seeReason: Task = {
  title: "see why the site fails",
  prepare: async (business) => {
    // Mails become files in this folder.
    const outbox = join(business.dataDir, "outbox");
    await rename(outbox, `${outbox}-away`);
    await writeFile(outbox, "");
    const failed = () => business.as<FailedMail[]>("owner", "GET", "/api/admin/mails/failed/");
    for (let member = 0; member < FAILED_MAILS; member++) await business.join();
    await eventually("the failed mails", async () => ((await failed()).length >= FAILED_MAILS ? true : undefined));
    return [
      {
        role: "owner",
        perform: async (operator) => {
          await operator.open("サイトの状態");
          // On a busy machine slow answers are named above it.
          await operator.main
            .getByText(/^送信できていないメールが\d+件あります/)
            .last()
            .waitFor();
          await operator.main.getByRole("alert").waitFor();
        },
        verify: async () => {
          await rm(outbox);
          await rename(`${outbox}-away`, outbox);
          const { token } = await business.logInAs("owner");
          await eventually("the mails", async () => {
            const waiting = await failed();
            // One that leaves by itself meanwhile is answered with 404.
            for (const { id } of waiting)
              await business.send("POST", `/api/admin/mails/${id}/retry/`, { token: token.access });
            return waiting.length === 0 ? true : undefined;
          });
        },
      },
    ];
  },
};

export const SITE_TASKS = { nameAndLogo, legalPages, landing, seeReason, startPrices, raisePrices };
