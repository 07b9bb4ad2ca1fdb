import type { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { eventually, must, mustBe } from "../facts.ts";
import { download } from "../members.ts";
import type { Task } from "../task.ts";

const settleDispute: Task = {
  title: "settle a dispute",
  prepare: async (business) => {
    const member = await business.joinPaying("4000 0000 0000 0259");
    const find = async (state: string) => {
      const path = `/api/admin/alerts/?state=${state}`;
      const { results } = await business.as<{ results: StaffAlert[] }>("owner", "GET", path);
      return results.find((alert) => alert.member?.id === member.id);
    };
    await eventually("the alert", () => find("open"));
    return [
      {
        role: "desk",
        perform: async (operator) => {
          const needs = operator.region("今日の確認事項");
          await operator.press(needs.getByRole("link", { name: /^支払いへの異議申し立てが\d+件あります/ }));
          const alert = operator.main.getByRole("listitem").filter({ hasText: `${member.name}さん` });
          await operator.press(alert.getByRole("button", { name: /：対応済みにする$/ }));
          await operator.main.getByText(/を対応済みにしました。$/).waitFor();
        },
        verify: async () => must((await find("resolved")) !== undefined, "the alert is still open"),
      },
    ];
  },
};

/** Of a cell such as "1,650円". */
const yenOf = (text: string) => Number(text.replaceAll(/[^\d-]/g, ""));

const salesFile: Task = {
  title: "save a year's payments and refunds for the tax adviser",
  prepare: async () => [
    {
      role: "desk",
      perform: async (operator) => {
        await operator.open("売上");
        await operator.choose(operator.main.getByLabel("月", { exact: true }), "1年間");
        await operator.main.getByText(/^1年間の明細は/).waitFor();
        const sum = operator.page.getByText("合計（税込）", { exact: true });
        const shown = await operator.main.locator("dl > div").filter({ has: sum }).locator("dd").first().innerText();
        const file = await download(operator, () =>
          operator.press(operator.main.getByRole("button", { name: "CSVでダウンロード" })),
        );
        const [heading = [], ...rows] = file
          .trimEnd()
          .split("\r\n")
          .map((line) => line.split(","));
        const column = heading.indexOf("合計");
        const total = rows.reduce((yen, row) => yen + Number(row[column]), 0);
        must(total > 0, "the year has no payment");
        mustBe("the file's sum", total, yenOf(shown));
        mustBe("the last columns", heading.slice(-2), ["会員番号", "StripeのID"]);
      },
    },
  ],
};

const makeAndEndCoupon: Task = {
  title: "make and end a coupon",
  prepare: async (business, device) => {
    const code = `TASKS-${device.toUpperCase()}`;
    const { token } = await business.join();
    const order = async () => {
      const query = new URLSearchParams({ plan_type: "monthly", code });
      return (await business.send("GET", `/api/subscription/create/preview/?${query}`, { token })).status;
    };
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await operator.open("クーポン");
          await operator.press(operator.main.getByRole("button", { name: "クーポンを作成" }));
          const form = operator.main.getByRole("form", { name: "新しいクーポン" });
          await operator.type(form.getByLabel("名前"), "春の割引");
          await operator.type(form.getByLabel("コード"), code);
          await operator.type(form.getByLabel("割引（%）", { exact: true }), "50");
          await operator.choose(form.getByLabel("割引の期間"), "月数を指定");
          await operator.type(form.getByLabel("割引の月数"), "3");
          await operator.type(form.getByLabel("利用回数の上限（任意）"), "10");
          await operator.type(form.getByLabel("最終日（任意）"), "2029-03-31");
          await operator.press(form.getByRole("button", { name: "クーポンを作成" }));
          await operator.main.getByText("クーポンを作成しました。").waitFor();
        },
        verify: async () => mustBe("the answer to an order with it", await order(), 200),
      },
      {
        role: "desk",
        perform: async (operator) => {
          await operator.open("クーポン");
          await operator.press(operator.main.getByRole("button", { name: `クーポン「${code}」を終了` }));
          await operator.press(operator.dialog.getByRole("button", { name: "終了する" }));
          await operator.main.getByText(`クーポン「${code}」を終了しました。`).waitFor();
        },
        verify: async () => mustBe("the answer to an order after its end", await order(), 400),
      },
    ];
  },
};

export const BOOKS_TASKS = { settleDispute, salesFile, makeAndEndCoupon };
