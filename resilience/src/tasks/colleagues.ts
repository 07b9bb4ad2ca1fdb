import type { Colleague } from "@manabiya/contract/staff/colleagues.ts";
import { PASSWORD, type Business, type NewMember } from "./business.ts";
import type { Operator } from "./operator.ts";
import { must, mustBe } from "./facts.ts";
import type { Task } from "./task.ts";

async function colleagueOf(business: Business, { id }: NewMember): Promise<Colleague | undefined> {
  const { colleagues } = await business.as<{ colleagues: Colleague[] }>("owner", "GET", "/api/admin/colleagues/");
  return colleagues.find((each) => each.id === id);
}

const action = (operator: Operator, { name }: NewMember, label: string) =>
  operator.main.getByRole("button", { name: `${name}さん：${label}`, exact: true });

const inviteDemoteRemove: Task = {
  title: "invite, demote and remove staff",
  prepare: async (business, device) => {
    const invited = `invited-${device}@example.com`;
    const demoted = await business.employ({ may_see_members: true, may_see_money: true });
    const removed = await business.employ();
    const session = await business.logIn(removed.email);
    return [
      {
        role: "owner",
        perform: async (operator) => {
          await operator.open("スタッフ管理");
          await operator.press(operator.main.getByRole("button", { name: "スタッフを招待" }));
          await operator.type(operator.dialog.getByLabel("メールアドレス"), invited);
          await operator.press(operator.dialog.getByRole("button", { name: "招待する" }));
          await operator.main.getByRole("listitem").filter({ hasText: invited }).waitFor();
        },
        verify: async () => {
          const { text } = await business.mailTo(invited, "/admin/invitation");
          const [, token = ""] = /\/admin\/invitation\?token=([\w-]+)/.exec(text) ?? [];
          await business.call("POST", "/api/auth/staff-invitation/join/", {
            body: { token, username: "新しい同僚", new_password: PASSWORD, new_password2: PASSWORD },
          });
          const { token: entered } = await business.logIn(invited);
          await business.call("GET", "/api/admin/dashboard/", { token: entered.access });
        },
      },
      {
        role: "owner",
        perform: async (operator) => {
          await operator.open("スタッフ管理");
          await operator.act(action(operator, demoted, "権限を変更"), "変更する", () =>
            operator.press(operator.dialog.getByLabel("請求・売上")),
          );
          await operator.main.getByText(`${demoted.name}さんの権限を変更しました。`).waitFor();
        },
        verify: async () => {
          const found = await colleagueOf(business, demoted);
          mustBe("the rights", [found?.may_see_members, found?.may_see_money], [true, false]);
          const { token } = await business.logIn(demoted.email);
          const { status } = await business.send("GET", "/api/admin/alerts/", { token: token.access });
          mustBe("the answer about money", status, 403);
        },
      },
      {
        role: "owner",
        perform: async (operator) => {
          await operator.open("スタッフ管理");
          await operator.act(action(operator, removed, "スタッフから外す"), "外す");
          await action(operator, removed, "スタッフから外す").waitFor({ state: "detached" });
        },
        verify: async () => {
          must((await colleagueOf(business, removed)) === undefined, "the colleague is still on the list");
          const { status } = await business.send("GET", "/api/admin/dashboard/", { token: session.token.access });
          mustBe("the answer to the open session", status, 401);
        },
      },
    ];
  },
};

const resetSecondFactor: Task = {
  title: "reset a colleague's second factor",
  prepare: async (business, device) => {
    const colleague = business.lockedOut.get(device);
    if (colleague === undefined) throw new Error("Nobody has a second factor.");
    mustBe("the login before", (await business.tryLogIn(colleague.email)).status, 403);
    return [
      {
        role: "owner",
        perform: async (operator) => {
          await operator.open("スタッフ管理");
          await operator.act(action(operator, colleague, "2段階認証を解除"), "解除する");
          await operator.main.getByText(`${colleague.name}さんの2段階認証を解除しました。`).waitFor();
        },
        verify: async () => void (await business.logIn(colleague.email)),
      },
    ];
  },
};

export const COLLEAGUE_TASKS = { inviteDemoteRemove, resetSecondFactor };
