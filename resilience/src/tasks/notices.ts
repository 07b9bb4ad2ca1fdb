import type { NoticeMailState } from "@manabiya/contract/staff/mailings.ts";
import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import type { Business } from "./business.ts";
import type { Operator } from "./operator.ts";
import { eventually, must, mustBe } from "./facts.ts";
import type { Task } from "./task.ts";

const PUBLICATION = "2099-01-02T18:30";

const writeNotice = (business: Business, title: string, state: AdminNotice["state"]) =>
  business.as<AdminNotice>("editor", "POST", "/api/admin/notices/", {
    notice_category: "campaign",
    notice_title: title,
    notice_content: "来月です。",
    state,
    published_at: state === "scheduled" ? new Date(`${PUBLICATION}+09:00`).toISOString() : null,
  });

async function findNotice(business: Business, title: string): Promise<AdminNotice | undefined> {
  const { results } = await business.as<{ results: AdminNotice[] }>("editor", "GET", "/api/admin/notices/");
  return results.find(({ notice_title }) => notice_title === title);
}

const mailOf = (business: Business, { id }: AdminNotice) =>
  business.as<NoticeMailState>("editor", "GET", `/api/admin/notices/${id}/mail/`);

async function openNotice(operator: Operator, title: string): Promise<void> {
  await operator.open("お知らせ管理");
  await operator.press(operator.main.getByRole("button", { name: `${title}を編集` }));
}

/** Presses the button that names the number of members, and confirms it. */
async function send(operator: Operator): Promise<void> {
  const button = /人に送信$/;
  await operator.press(operator.region("メールでも送る").getByRole("button", { name: button }));
  await operator.press(operator.dialog.getByRole("button", { name: button }));
}

const draftScheduleAndMail: Task = {
  title: "draft, schedule and mail a notice",
  prepare: async (business, device) => {
    const [draft, scheduled, mailed] = ["下書き", "予約", "送信"].map((word) => `${word}のお知らせ ${device}`) as [
      string,
      string,
      string,
    ];
    await writeNotice(business, scheduled, "draft");
    const notice = await writeNotice(business, mailed, "scheduled");
    return [
      {
        role: "editor",
        perform: async (operator) => {
          await operator.open("お知らせ管理");
          await operator.press(operator.main.getByRole("button", { name: "お知らせを作成" }));
          await operator.type(operator.main.getByLabel("タイトル"), draft);
          await operator.type(operator.main.getByLabel("本文"), "来月、発表会を開きます。");
          await operator.press(operator.main.getByRole("button", { name: "保存" }));
          await operator.main.getByText(`お知らせ「${draft}」を保存しました。（下書き）`).waitFor();
        },
        verify: async () => mustBe("the draft", (await findNotice(business, draft))?.state, "draft"),
      },
      {
        role: "editor",
        perform: async (operator) => {
          await openNotice(operator, scheduled);
          await operator.choose(operator.main.getByLabel("公開状態"), "日時を指定して公開する");
          await operator.type(operator.main.getByLabel("公開日時（日本時間）"), PUBLICATION);
          await operator.press(operator.main.getByRole("button", { name: "保存" }));
          await operator.main.getByText(`お知らせ「${scheduled}」を保存しました。（公開予約）`).waitFor();
        },
        verify: async () => {
          const found = await findNotice(business, scheduled);
          mustBe("the schedule", [found?.state, found?.published_at], ["scheduled", "2099-01-02T09:30:00.000Z"]);
        },
      },
      {
        role: "editor",
        perform: async (operator) => {
          await openNotice(operator, mailed);
          await send(operator);
          const status = operator.region("メールでも送る").getByRole("status");
          await status.filter({ hasText: "すべての会員に送信予約：2099年1月2日 18:30" }).waitFor();
        },
        verify: async () => {
          const { mail } = await mailOf(business, notice);
          mustBe("the mail", [mail?.audience, mail?.listed_at], ["all", null]);
          must((mail?.send_at ?? null) !== null, "no mail is on its way");
        },
      },
    ];
  },
};

const chooseAudience: Task = {
  title: "choose who gets it",
  prepare: async (business, device) => {
    const title = `体験中の方へ ${device}`;
    const trial = await business.joinVerified("trial");
    const other = await business.joinVerified();
    const notice = await writeNotice(business, title, "published");
    return [
      {
        role: "editor",
        perform: async (operator) => {
          await openNotice(operator, title);
          await operator.choose(operator.region("メールでも送る").getByLabel("送信先"), /^無料体験中の会員/);
          await send(operator);
          await operator
            .region("メールでも送る")
            .getByText(/無料体験中の会員に送信/)
            .waitFor();
        },
        verify: async () => {
          await eventually(
            "the end of the sending",
            async () => {
              const { mail } = await mailOf(business, notice);
              return (mail?.listed_at ?? null) !== null && mail?.counts.waiting === 0 ? true : undefined;
            },
            120,
          );
          const received = (await business.mails(1_000)).filter(({ subject }) => subject.includes(title));
          const recipients = received.map(({ recipient }) => recipient);
          must(recipients.includes(trial.email), "the member on trial got no mail");
          must(!recipients.includes(other.email), "a member without a trial got the mail");
        },
      },
    ];
  },
};

export const NOTICE_TASKS = { draftScheduleAndMail, chooseAudience };
