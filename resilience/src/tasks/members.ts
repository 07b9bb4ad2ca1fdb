import { readFile } from "node:fs/promises";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import type { Business, NewMember } from "./business.ts";
import type { Operator } from "./operator.ts";
import { must, mustBe } from "./facts.ts";
import type { Task } from "./task.ts";

export const read = (business: Business, { id }: NewMember) =>
  business.as<MemberDetail>("desk", "GET", `/api/admin/members/${id}/`);

/** Opens the member's page. */
export const find = (operator: Operator, { email }: NewMember) => operator.find(email);

export const action = (operator: Operator, name: string) =>
  operator.region("操作").getByRole("button", { name, exact: true });

/** True if the member may watch a video of the demo. */
async function mayWatch(business: Business, token: string): Promise<boolean> {
  const { newVideos } = await business.call<{ newVideos: { id: number }[] }>("GET", "/api/home/", { token });
  const { status } = await business.send("GET", `/api/videos/${newVideos[0]?.id}/`, { token });
  must(status === 200 || status === 403, `the video answered ${status}`);
  return status === 200;
}

/** Presses a button that downloads, and reads the file. */
export async function download(operator: Operator, press: () => Promise<void>): Promise<string> {
  const started = operator.page.waitForEvent("download");
  await press();
  return readFile(await (await started).path(), "utf8");
}

const seeWhy: Task = {
  title: "see why a member cannot watch",
  prepare: async (business) => {
    const { token } = await business.logInDemo("trial");
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await operator.find("trial@example.com");
          await operator.main
            .getByText(/^無料体験は.*に終了しました$/)
            .first()
            .waitFor();
        },
        verify: async () => must(!(await mayWatch(business, token.access)), "the member may watch"),
      },
    ];
  },
};

const grantAccess: Task = {
  title: "grant access",
  prepare: async (business) => {
    const member = await business.join();
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await find(operator, member);
          await operator.act(action(operator, "視聴権を付与"), "付与する", () =>
            operator.type(operator.dialog.getByLabel(/^期限/), "2035-01-01"),
          );
          await operator.main.getByText("2035年1月1日まで視聴権があります").waitFor();
        },
        verify: async () => must(await mayWatch(business, member.token), "the member may not watch"),
      },
    ];
  },
};

const endTrial: Task = {
  title: "end a trial",
  prepare: async (business) => {
    const member = await business.join("trial");
    must(await mayWatch(business, member.token), "the trial did not begin");
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await find(operator, member);
          await operator.act(action(operator, "視聴権を終了"), "終了する");
          await operator.main.getByText("契約がないため、視聴できません").first().waitFor();
        },
        verify: async () => must(!(await mayWatch(business, member.token)), "the member may still watch"),
      },
    ];
  },
};

const closeAccount: Task = {
  title: "close an account and hand over its data",
  prepare: async (business) => {
    const member = await business.joinPaying();
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await find(operator, member);
          const button = action(operator, "退会の手続き");
          const data = await download(operator, () => operator.act(button, "ダウンロードして退会"));
          mustBe(
            "the data's address",
            (JSON.parse(data) as { profile: { email: string } }).profile.email,
            member.email,
          );
          await operator.main.getByText("退会の手続きが完了しました。").waitFor();
        },
        verify: async () => {
          const { closed_at, email } = await read(business, member);
          must(closed_at !== null && email !== member.email, "the account is not erased");
          must(!(await business.tryLogIn(member.email)).ok, "the closed account still logs in");
        },
      },
    ];
  },
};

const changeAddress: Task = {
  title: "change a member's address",
  prepare: async (business) => {
    const member = await business.join();
    const email = `new-${member.email}`;
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await find(operator, member);
          await operator.act(action(operator, "メールアドレスを変更"), "変更する", () =>
            operator.type(operator.dialog.getByLabel("新しいメールアドレス"), email),
          );
          await operator.main.getByText(`${email}（未確認）`).waitFor();
        },
        verify: async () => {
          await business.logIn(email);
          await business.mailTo(email, "メールアドレス");
          await business.mailTo(member.email, "変更");
        },
      },
    ];
  },
};

const suspend: Task = {
  title: "suspend",
  prepare: async (business) => {
    const member = await business.join("trial");
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await find(operator, member);
          await operator.act(action(operator, "利用を停止"), "停止する");
          await operator.main.getByText(/からスタッフが利用を停止しているため、視聴できません$/).waitFor();
        },
        verify: async () => {
          must(!(await business.tryLogIn(member.email)).ok, "the suspended member logs in");
          const { status } = await business.send("GET", "/api/home/", { token: member.token });
          mustBe("the answer to the open session", status, 401);
        },
      },
    ];
  },
};

export const exportMembers: Task = {
  title: "export members",
  prepare: async (business) => {
    const { count } = await business.as<{ count: number }>("desk", "GET", "/api/admin/members/");
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await operator.open("会員管理");
          const csv = await download(operator, () =>
            operator.act(operator.main.getByRole("button", { name: "CSV" }), "ダウンロード"),
          );
          mustBe("rows of the file", csv.trim().split("\r\n").length - 1, count);
          must(csv.includes("yearly@example.com"), "the file lacks a member");
        },
      },
    ];
  },
};

export const MEMBER_TASKS = { seeWhy, grantAccess, endTrial, closeAccount, changeAddress, suspend };
