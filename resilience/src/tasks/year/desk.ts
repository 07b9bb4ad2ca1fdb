import { randomUUID } from "node:crypto";
import type { TimelineEntry } from "@manabiya/contract/staff/members/desk.ts";
import { eventually, must, mustBe } from "../facts.ts";
import { action, download, find, read } from "../members.ts";
import type { Task } from "../task.ts";

const disablePassword: Task = {
  title: "disable a leaked password",
  prepare: async (business) => {
    const member = await business.join("trial");
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await find(operator, member);
          await operator.act(action(operator, "パスワードを無効にする"), "無効にする");
          await operator.main.getByText("パスワードを無効にし、再設定のメールを送りました。").waitFor();
        },
        verify: async () => {
          must(!(await business.tryLogIn(member.email)).ok, "the leaked password logs in");
          const { status } = await business.send("GET", "/api/home/", { token: member.token });
          mustBe("the answer to the open session", status, 401);
          await business.mailTo(member.email, "/reset-password");
        },
      },
    ];
  },
};

const correctDeadAddress: Task = {
  title: "correct an address that no mail reaches",
  prepare: async (business) => {
    const member = await business.join();
    const email = `right-${member.email}`;
    // A mail that is still on its way would count as received after the report.
    await eventually("the mail to a new member", async () => {
      const path = `/api/admin/members/${member.id}/timeline/`;
      const { entries } = await business.as<{ entries: TimelineEntry[] }>("desk", "GET", path);
      return entries.find(({ source }) => source === "mail");
    });
    await business.bounce(member);
    return [
      {
        role: "desk",
        perform: async (operator) => {
          const needs = operator.region("今日の確認事項");
          await operator.press(needs.getByRole("link", { name: /^メールが届かない会員が\d+人います/ }));
          await operator.press(operator.main.getByRole("link", { name: member.name, exact: true }));
          await operator.main.getByText(/^このメールアドレスには届きません/).waitFor();
          await operator.act(action(operator, "メールアドレスを変更"), "変更する", () =>
            operator.type(operator.dialog.getByLabel("新しいメールアドレス"), email),
          );
          await operator.main.getByText(`${email}（未確認）`).waitFor();
        },
        verify: async () => {
          mustBe("the mark", (await read(business, member)).undeliverable ?? null, null);
          await business.mailTo(email, "メールアドレス");
        },
      },
    ];
  },
};

const handOverData: Task = {
  title: "hand over a member's data",
  prepare: async (business) => {
    const member = await business.join();
    return [
      {
        role: "desk",
        perform: async (operator) => {
          await find(operator, member);
          const button = action(operator, "データを保存");
          const data = await download(operator, () => operator.act(button, "ダウンロード"));
          const { profile } = JSON.parse(data) as { profile: { email: string } };
          mustBe("the data's address", profile.email, member.email);
        },
      },
    ];
  },
};

const endSharing: Task = {
  title: "find and end an account that ten people share",
  prepare: async (business) => {
    const member = await business.joinVerified("trial");
    const { newVideos } = await business.call<{ newVideos: { id: number }[] }>("GET", "/api/home/", member);
    for (let person = 0; person < 10; person++) {
      const { token } = await business.logIn(member.email);
      const body = { player: randomUUID() };
      await business.call("POST", `/api/videos/${newVideos[0]?.id}/progress/`, { token: token.access, body });
    }
    return [
      {
        role: "desk",
        perform: async (operator) => {
          const needs = operator.region("今日の確認事項");
          await operator.press(needs.getByRole("link", { name: /^多くの端末で同時に視聴している会員が\d+人います/ }));
          await operator.press(operator.main.getByRole("link", { name: member.name, exact: true }));
          await operator
            .region("多くの端末での視聴")
            .getByText(/^.*：10か所・10台$/)
            .waitFor();
          await operator.act(action(operator, "パスワードを無効にする"), "無効にする");
          await operator.main.getByText("パスワードを無効にし、再設定のメールを送りました。").waitFor();
        },
        verify: async () => {
          must(!(await business.tryLogIn(member.email)).ok, "the shared password logs in");
          mustBe("open sessions", (await read(business, member)).sessions, []);
        },
      },
    ];
  },
};

export const DESK_TASKS = { disablePassword, correctDeadAddress, handOverData, endSharing };
