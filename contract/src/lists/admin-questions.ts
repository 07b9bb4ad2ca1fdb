import * as z from "zod/mini";
import { ANSWER_TEXT_MAX } from "./note-limits.ts";
import { AnyQuestion, QuestionPicture } from "./questions.ts";
import { Page, paged } from "../paging.ts";
import { call } from "../route.ts";
import { params, text } from "../text.ts";
import { edited, Revision, SeenRevision } from "../staff/conflict.ts";

export const AdminQuestion = z.extend(AnyQuestion, {
  video_id: z.int(),
  video_title: z.string(),
  /** The chapter of the second; null: none. */
  chapter: z.nullable(z.string()),
  revision: z.int(),
  /** The reasons that members gave. */
  reports: z.array(z.string()),
  /** Null: a closed account, or the caller may not see members. */
  member: z.nullable(z.object({ id: z.int(), username: z.string() })),
  /** Staff let the member ask no more. */
  is_blocked: z.boolean(),
});
export type AdminQuestion = z.output<typeof AdminQuestion>;

export const QuestionShow = z.enum(["open", "answered", "reported", "hidden"], {
  error: "表示する質問が正しくありません。",
});
export type QuestionShow = z.output<typeof QuestionShow>;

export const adminQuestions = {
  /** `open`: without an answer, the oldest first. The others: the newest first. */
  list: call("List members' questions", {
    querystring: z.object({ show: z._default(QuestionShow, "open"), page: Page }),
    response: { 200: paged(AdminQuestion) },
  }),
  picture: call("Read the picture of a member's question", { params, response: { 200: QuestionPicture } }),
  /** The first answer is mailed to the member, and lets a public question through. */
  answer: call("Answer a question, or change the answer", {
    params,
    body: z.object({ answer: text("回答", { max: ANSWER_TEXT_MAX }), revision: SeenRevision }),
    response: edited(AdminQuestion),
  }),
  /** `shown` also settles reports. With a revision the member has not corrected the question since. */
  setState: call("Show a question to members, or hide it", {
    params,
    body: z.object({
      state: z.enum(["shown", "hidden"], { error: "表示するかどうかを選択してください。" }),
      revision: Revision,
    }),
    response: edited(AdminQuestion),
  }),
};
