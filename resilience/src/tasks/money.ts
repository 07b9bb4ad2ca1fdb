import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import { action, find, read } from "./members.ts";
import { mustBe } from "./facts.ts";
import type { Task } from "./task.ts";

const refund: Task = {
  title: "refund",
  prepare: async (business) => {
    const member = await business.joinPaying();
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await find(operator, member);
          const button = operator.region("お支払い").getByRole("button", { name: /1,650円を返金$/ });
          await operator.act(button, "返金する");
          await operator.region("お支払い").getByText("返金済み 1,650円").waitFor();
        },
        verify: async () => {
          const path = `/api/admin/members/${member.id}/payments/`;
          const payments = await business.as<Payment[]>("owner", "GET", path);
          mustBe(
            "payments and refunds",
            payments.map(({ amount, refunded: back }) => [amount, back]),
            [[1_650, 1_650]],
          );
          business.refunded.push(member.email);
        },
      },
    ];
  },
};

const endPlan: Task = {
  title: "end a paid plan",
  prepare: async (business) => {
    const member = await business.joinPaying();
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await find(operator, member);
          await operator.act(action(operator, "契約を終了"), "終了する");
          await operator.main.getByText(/^\S+月\S+日まで視聴できます（解約済み）$/).waitFor();
        },
        verify: async () => {
          const { subscription_status, cancel_at_period_end } = await read(business, member);
          mustBe("the contract", [subscription_status, cancel_at_period_end], ["active", true]);
          await business.mailTo(member.email, "解約");
        },
      },
    ];
  },
};

const findFailing: Task = {
  title: "find failing payments",
  prepare: async () => [
    {
      role: "desk",
      perform: async (operator) => {
        const needs = operator.region("今日の確認事項");
        await operator.press(needs.getByRole("link", { name: /^お支払いを確認できていない会員が1人います/ }));
        await operator.main.getByText("1人の会員").waitFor();
        await operator.main.getByRole("row").filter({ hasText: "member@example.com" }).waitFor();
      },
    },
  ],
};

export const MONEY_TASKS = { refund, endPlan, findFailing };
