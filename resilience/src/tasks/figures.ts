import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import type { Dashboard } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import type { Business } from "./business.ts";
import { DEAD_VIDEO, MISSING_KEYWORD, WATCHED_SECONDS, WATCHED_VIDEO } from "./opening.ts";
import type { Operator } from "./operator.ts";
import { must, mustBe } from "./facts.ts";
import type { Task } from "./task.ts";

const MONTHLY_REVENUE = { monthly: 1_500, yearly: 1_250, none: 0 };

const tile = (operator: Operator, label: string) =>
  operator.main.locator("dl > div").filter({ has: operator.page.getByText(label, { exact: true }) });

/** The revenue of a month, from the list of paying members alone. */
async function revenueOf(business: Business): Promise<number> {
  let sum = 0;
  for (let path: string | null = "/api/admin/members/?status=active"; path !== null;) {
    const page: { results: { id: number }[]; next: string | null } = await business.as("desk", "GET", path);
    for (const { id } of page.results) {
      const { subscription_plan } = await business.as<MemberDetail>("desk", "GET", `/api/admin/members/${id}/`);
      sum += MONTHLY_REVENUE[subscription_plan];
    }
    path = page.next === null ? null : page.next.slice(page.next.indexOf("/api/"));
  }
  return sum;
}

const readRevenue: Task = {
  title: "read conversion, MRR and churn",
  prepare: async (business) => {
    const revenue = (await revenueOf(business)).toLocaleString("ja-JP");
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await operator.open("会員・売上レポート");
          await tile(operator, "月あたりの売上").getByText(`${revenue}円`, { exact: true }).first().waitFor();
          await tile(operator, "解約率")
            .getByText(/^\d+\.\d%$/)
            .first()
            .waitFor();
          const cohorts = operator.main.getByRole("table", { name: "登録した月ごとの有料会員" });
          await cohorts.getByRole("columnheader", { name: "ご契約" }).waitFor();
          await cohorts
            .getByRole("cell", { name: /^\d+（\d+%）$/ })
            .first()
            .waitFor();
        },
      },
    ];
  },
};

const readWatchTime: Task = {
  title: "read a video's watch time",
  prepare: async () => [
    {
      role: "editor",
      perform: async (operator) => {
        await operator.open("動画レポート");
        // The demo's own views are of the weeks before.
        await operator.choose(operator.main.getByLabel("期間"), /7日/);
        await operator.press(operator.main.getByRole("link", { name: WATCHED_VIDEO }));
        await operator.page.getByRole("heading", { level: 1, name: WATCHED_VIDEO }).waitFor();
        await tile(operator, "視聴時間").getByText(`${WATCHED_SECONDS}秒`, { exact: true }).waitFor();
      },
    },
  ],
};

const findMissingKeywords: Task = {
  title: "find searches without result",
  prepare: async () => [
    {
      role: "editor",
      perform: async (operator) => {
        const needs = operator.region("今日の確認事項");
        await operator.press(needs.getByRole("link", { name: /検索結果が0件だったキーワードが1件あります/ }));
        const missing = operator.main.getByRole("table", { name: "結果が0件だった検索キーワード" });
        await missing.getByRole("row").filter({ hasText: MISSING_KEYWORD }).waitFor();
      },
    },
  ],
};

const findDeadVideos: Task = {
  title: "find dead videos",
  prepare: async () => [
    {
      role: "editor",
      perform: async (operator) => {
        const needs = operator.region("今日の確認事項");
        await operator.press(needs.getByRole("link", { name: /^再生できない動画が1本あります/ }));
        await operator.main.getByRole("row").filter({ hasText: "YouTubeで削除されています。" }).waitFor();
        await operator.main.getByRole("button", { name: `「${DEAD_VIDEO}」を差し替える` }).waitFor();
      },
    },
  ],
};

const seeLastBackup: Task = {
  title: "see the last backup",
  prepare: async (business) => {
    const { last_backup_at } = await business.as<Dashboard>("owner", "GET", "/api/admin/dashboard/");
    const time = Date.parse(last_backup_at ?? "");
    must(Date.now() - time < 3_600_000, `the last backup is of ${last_backup_at}`);
    const shown = new Intl.DateTimeFormat("ja-JP", {
      timeZone: "Asia/Tokyo",
      dateStyle: "long",
      timeStyle: "short",
    }).format(time);
    return [
      {
        role: "owner",
        perform: async (operator) => {
          const block = operator.region("最後のバックアップ");
          await block.waitFor();
          const text = await block.innerText();
          mustBe("the shown time", text.includes(shown), true);
        },
      },
    ];
  },
};

export const FIGURE_TASKS = { readRevenue, readWatchTime, findMissingKeywords, findDeadVideos, seeLastBackup };
