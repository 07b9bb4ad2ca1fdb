import { contract } from "@manabiya/contract";
import type { AutomaticMail, NoticeMailState } from "@manabiya/contract/staff/mailings.ts";
import { recordChange } from "../../audit/record.ts";
import type { RowOf } from "../../db/columns.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { StaffContext } from "../context.ts";
import { AppError, notFound, tooManyRequests, validationError } from "../../errors/app-error.ts";
import { canAdvertise, composeMailing } from "../../mailings/compose.ts";
import { queueMail } from "../../mail/outbox.ts";
import { editRecord, type RecordTarget } from "../edit-record.ts";
import * as queries from "./queries.ts";
import type { TextSource } from "./preview-token.ts";
import { readText } from "./text-source.ts";

const PAST = "送信日時には、現在より後の日時を入力してください。";

type CountRow = Pick<RowOf<typeof queries.automaticColumns>, keyof AutomaticMail["counts"]>;

const countsOf = ({ waiting, sent, skipped, failed, unanswered }: CountRow) => ({
  ...{ waiting, sent, skipped, failed, unanswered },
});

export function adminMailingRoutes(context: StaffContext): void {
  const { app, db, site, now, previews, mailingRate, wakeMailSender } = context;
  const calls = contract.adminMailings;
  const at = () => new Date(now()).toISOString();

  const present = (
    row: RowOf<typeof queries.automaticColumns>,
    { session_id: session }: CurrentUser,
  ): AutomaticMail => {
    const { id, key, is_on, subject, body, revision } = row;
    const preview_url = previews.address({ mailing: id, session }, now());
    return { ...{ id, key, is_on, subject, body, revision, preview_url }, counts: countsOf(row) };
  };

  app.answer(calls.automatic, async ({ currentUser }) => ({
    has_sender: canAdvertise(site),
    mails: (await queries.listAutomatic(db, [])).map((row) => present(row, currentUser)),
  }));

  app.answer(calls.update, async ({ params: { id }, body: { revision, ...desired }, currentUser }) => {
    const target: RecordTarget<RowOf<typeof queries.automaticColumns>> = {
      label: "自動メール",
      lock: (tx) => queries.lockAutomatic(tx, [id]),
      present: (row) => present(row, currentUser),
    };
    const { after } = await editRecord(context, {
      ...target,
      audit: { by: currentUser.id, action: "mailing.update" },
      revision,
      desired: () => desired,
      write: async (tx, _, { is_on, subject, body }) => {
        await queries.updateAutomatic(tx, [id, is_on, subject, body, at()]);
        return target.lock(tx);
      },
    });
    return present(after, currentUser);
  });

  /** Sends the mail to the caller alone. The footer's link is a sample. */
  const sendTest = async (source: TextSource, { email }: CurrentUser) => {
    const text = await readText(context, source);
    if (!text) throw notFound("メール");
    const content = composeMailing(site, text, `${site.publicUrl}/unsubscribe`, at());
    const mail = {
      ...content,
      kind: "mailing-test" as const,
      recipient: email,
      subject: `［テスト］${content.subject}`,
    };
    const wait = await db.transaction((tx) => queueMail(tx, mail, {}, now()));
    if (wait > 0) throw tooManyRequests(wait);
    wakeMailSender();
    return { message: `${email} にテストメールを送りました。` };
  };

  app.answer(calls.test, ({ params: { id }, currentUser }) => sendTest({ mailing: id }, currentUser));
  app.answer(calls.testNotice, ({ params: { id }, currentUser }) => sendTest({ notice: id }, currentUser));

  const stateOf = async (notice: number, { session_id: session }: CurrentUser): Promise<NoticeMailState> => {
    const text = await readText(context, { notice });
    if (!text) throw notFound("お知らせ");
    const [mail] = await queries.findNoticeMail(db, [notice]);
    const counts = await queries.countAudiences(db, [at()]);
    const members = { all: 0, trial: 0, ended: 0 };
    for (const { audience, count } of counts) members[audience] = count;
    return {
      has_sender: canAdvertise(site),
      rate: mailingRate,
      members,
      mail: mail
        ? { audience: mail.audience, send_at: mail.send_at, listed_at: mail.listed_at, counts: countsOf(mail) }
        : null,
      preview_url: previews.address({ notice, session }, now()),
    };
  };

  app.answer(calls.notice, ({ params: { id }, currentUser }) => stateOf(id, currentUser));

  app.answer(calls.send, async ({ params: { id }, body: { audience, send_at }, currentUser }) => {
    if ((await readText(context, { notice: id })) === null) throw notFound("お知らせ");
    // A past time is a mistake, and the mails could not be called back.
    if (send_at !== null && Date.parse(send_at) <= now()) throw validationError({ send_at: [PAST] });
    await db.transaction(async (tx) => {
      const [mailing] = await queries.setNoticeMail(tx, [id, audience, send_at ?? at(), at()]);
      if (!mailing) throw new AppError(400, "already_sent", "このお知らせのメールは、すでに送信を始めています。");
      const after = { notice: id, audience, send_at: send_at ?? at() };
      await recordChange(tx, { by: currentUser.id, action: "mailing.send", id: mailing.id, after }, now());
    });
    return stateOf(id, currentUser);
  });

  app.answer(calls.stop, async ({ params: { id }, currentUser }) => {
    await db.transaction(async (tx) => {
      const [mailing] = await queries.stopNoticeMail(tx, [id]);
      if (!mailing) return;
      const after = { notice: id };
      await recordChange(tx, { by: currentUser.id, action: "mailing.stop", id: mailing.id, after }, now());
    });
    return stateOf(id, currentUser);
  });
}
