import * as z from "zod/mini";
import { VideoParams } from "../catalogue/videos.ts";
import { call } from "../route.ts";
import { uploadedFile } from "../staff/upload.ts";
import { Instant, name, params, text } from "../text.ts";
import { Second } from "./notes.ts";
import { NICKNAME_MAX, QUESTION_TEXT_MAX, REPORT_REASON_MAX } from "./note-limits.ts";

/** Members and staff see these fields. */
export const AnyQuestion = z.object({
  id: z.int(),
  /** The place in the video. */
  second: z.int(),
  text: z.string(),
  /** The name that the member chose for questions. */
  nickname: z.string(),
  /** False: only the member and staff see it. */
  is_public: z.boolean(),
  has_picture: z.boolean(),
  /** `new`: staff have not let it through. `shown`: others see it if it is public. `hidden`: staff took it away. */
  state: z.enum(["new", "shown", "hidden"]),
  /** Null: staff have not answered yet. */
  answer: z.nullable(z.string()),
  asked_at: Instant,
  answered_at: z.nullable(Instant),
  /** Members who want to know it, too. */
  wants: z.int(),
});

/** `is_wanted`: whether the caller is one of those who want to know it, too. */
export const Question = z.extend(AnyQuestion, { is_own: z.boolean(), is_wanted: z.boolean() });
export type Question = z.output<typeof Question>;

const QuestionBody = z.object({
  second: Second,
  text: text("質問", { max: QUESTION_TEXT_MAX }),
  nickname: name("お名前", { max: NICKNAME_MAX }),
  is_public: z.boolean({ error: "公開するかどうかを選択してください。" }),
});

/** Bytes. Browsers make larger pictures smaller; a server holds as many bodies as it has connections. */
const PICTURE_MAX_BYTES = 2 * 1024 * 1024;

/** `address`: a data URL, because an image element sends no token. */
export const QuestionPicture = z.object({ address: z.string() });

export const questions = {
  /** The member's own, and those that staff let through. */
  ofVideo: call("List the questions about a video, by their seconds", {
    params: VideoParams,
    response: {
      200: z.object({
        results: z.array(Question),
        /** Of the member's last question; null: the member has not asked yet. */
        nickname: z.nullable(z.string()),
        /** Staff let the member ask no more. */
        is_blocked: z.boolean(),
      }),
    },
  }),
  /**
   * The same text at the same video is stored once, and corrected to other readers unless it has an answer. 400 `blocked_from_asking`:
   * staff let the member ask no more.
   */
  ask: call("Ask a question about a second of a video", {
    params: VideoParams,
    body: QuestionBody,
    response: { 200: Question },
    errors: [429],
  }),
  /** Only without an answer. Others see it again when staff have seen the new text. 400 `question_answered`: it has an answer, or staff hid it. */
  correct: call("Correct one's own question", {
    params,
    body: z.omit(QuestionBody, { second: true }),
    response: { 200: Question },
  }),
  /** A multipart form. As `correct`; the picture replaces an earlier one. 400 `too_many_pictures`. */
  setPicture: call("Add a picture to one's own question", {
    params,
    body: z.object({ picture: uploadedFile("画像ファイルを選択してください。") }),
    response: { 200: Question },
    errors: [429],
    upload: { fileSize: PICTURE_MAX_BYTES },
  }),
  /** For those who see the question. */
  picture: call("Read a question's picture", { params, response: { 200: QuestionPicture } }),
  /** Its picture goes, too. 400 `question_answered`: others read the answer. */
  withdraw: call("Withdraw one's own question", { params, response: { 200: z.object({ deleted: z.boolean() }) } }),
  want: call("Say that one wants to know the answer, too", {
    params,
    body: z.object({ is_wanted: z.boolean({ error: "is_wantedが正しくありません。" }) }),
    response: { 200: Question },
  }),
  /** Staff see it with the reason; nobody else does, and the question stays until they decide. */
  report: call("Report another member's question to staff", {
    params,
    body: z.object({ reason: text("理由", { max: REPORT_REASON_MAX }) }),
    response: { 200: z.object({ reported: z.boolean() }) },
    errors: [429],
  }),
};
