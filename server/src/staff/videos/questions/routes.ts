import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { hasRight, type StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import type { AdminQuestion } from "@manabiya/contract/lists/admin-questions.ts";
import type { Database } from "../../../db/open.ts";
import { only } from "../../../errors/app-error.ts";
import { paginate, splitCount } from "../../../http/paging.ts";
import { composeEmail } from "../../../mail/email-layout.ts";
import { queueMail } from "../../../mail/outbox.ts";
import type { StaffContext } from "../../context.ts";
import { editRecord } from "../../edit-record.ts";
import { clearReports, findReader, LISTS, lockQuestion, readPicture, writeQuestion } from "./queries.ts";

/** Videos say where their answered questions are, and the search finds them, so a change of one is a change of the catalogue. */
const target = (id: number) => ({
  label: "質問",
  editors: "会員またはほかのスタッフ",
  lock: (tx: Database) => lockQuestion(tx, [id]),
  findVideos: (_: Database, { video_id }: AdminQuestion) => [video_id],
});

/** Members' questions: the teacher's queue. The log holds no words of them, because a private question is deleted with its account. */
export function adminQuestionRoutes(context: StaffContext): void {
  const { app, db, site, now, wakeMailSender } = context;
  const { list, picture, answer, setState } = contract.adminQuestions;

  const present = (question: AdminQuestion, reader: StaffRights): AdminQuestion =>
    hasRight(reader, "staff.members") ? question : { ...question, member: null };

  app.answer(list, async ({ url, query: { show, page }, currentUser }) => {
    const { count, rows } = splitCount<AdminQuestion>(await LISTS[show](db, [PAGE_SIZE, (page - 1) * PAGE_SIZE]));
    return paginate(url, { page, size: PAGE_SIZE, count, results: rows.map((row) => present(row, currentUser)) });
  });

  app.answer(picture, async ({ params: { id } }) => only(await readPicture(db, [id]), "画像"));

  app.answer(answer, async ({ params: { id }, body, currentUser }) => {
    const { before, after } = await editRecord<AdminQuestion, Pick<AdminQuestion, "answer">>(context, {
      ...target(id),
      present: (row) => present(row, currentUser),
      audit: { by: currentUser.id, action: "question.answer" },
      revision: body.revision,
      desired: () => ({ answer: body.answer }),
      write: async (tx, current) => {
        const state = current.state === "new" ? "shown" : current.state;
        const answered_at = current.answered_at ?? new Date(now()).toISOString();
        if (current.answer === null) await tellMember(tx, current, body.answer);
        return writeQuestion(tx, { ...current, state, answer: body.answer, answered_at });
      },
      logged: ({ before }) => ({ before: { answered: before.answer !== null }, after: { answered: true } }),
    });
    if (before.answer === null) wakeMailSender();
    return present(after, currentUser);
  });

  app.answer(setState, async ({ params: { id }, body: { state, revision }, currentUser }) => {
    const { after } = await editRecord<AdminQuestion, Pick<AdminQuestion, "state" | "reports">>(context, {
      ...target(id),
      present: (row) => present(row, currentUser),
      revision,
      audit: { by: currentUser.id, action: state === "shown" ? "question.show" : "question.hide" },
      desired: ({ reports }) => ({ state, reports: state === "shown" ? [] : reports }),
      write: async (tx, current) => {
        if (state === "shown") await clearReports(tx, [id]);
        return writeQuestion(tx, { ...current, state });
      },
      logged: ({ before, after }) => ({ before: { state: before.state }, after: { state: after.state } }),
    });
    return present(after, currentUser);
  });

  /** Of the first answer. Without the question's words: a mail of this site holds nothing that a member wrote. */
  async function tellMember(tx: Database, question: AdminQuestion, text: string): Promise<void> {
    const { video_id, video_title, second, id } = question;
    const [reader] = await findReader(tx, [id]);
    if (!reader) return;
    const mail = composeEmail(site, { kind: "answer", recipient: reader.email, title: "ご質問への回答が届きました" }, [
      `「${video_title}」（再生位置 ${formatClock(second)}）へのご質問に回答しました。`,
      text,
      { label: "動画で確認する", url: `${site.publicUrl}/video/${video_id}?t=${second}&question=${id}` },
      `回答のメールが不要な場合は、設定（${site.publicUrl}/profile/settings）で停止できます。`,
    ]);
    await queueMail(tx, mail, {}, now());
  }
}
