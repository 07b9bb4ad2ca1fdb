import * as z from "zod/mini";
import { acrossFields } from "../across-fields.ts";
import { deleted, edited, Revision } from "./conflict.ts";
import { NoticeCategory } from "../notices/notices.ts";
import { Page, paged } from "../paging.ts";
import { call } from "../route.ts";
import { chosenInstant, Instant, params, text } from "../text.ts";

export const NOTICE_TITLE_MAX = 100;
const NOTICE_CONTENT_MAX = 10_000;

/** Members see published notices. A scheduled notice becomes published at its time. */
export const NoticeState = z.enum(["draft", "scheduled", "published"], { error: "公開状態が正しくありません。" });
export type NoticeState = z.infer<typeof NoticeState>;

export const AdminNotice = z.object({
  id: z.int(),
  notice_category: NoticeCategory,
  notice_title: z.string(),
  notice_content: z.string(),
  state: NoticeState,
  created_at: Instant,
  /** Null: a draft. */
  published_at: z.nullable(Instant),
  revision: z.int(),
  /** Members who opened the notice. */
  read_count: z.int(),
});
export type AdminNotice = z.infer<typeof AdminNotice>;

const TIME_ERROR = "公開日時を入力してください。";

/** `published` keeps a published notice's time. Any other notice is published now. */
export const NoticeBody = z
  .object({
    notice_category: z.enum(NoticeCategory.options, { error: "カテゴリーを選択してください。" }),
    notice_title: text("タイトル", { max: NOTICE_TITLE_MAX }),
    notice_content: text("本文", { max: NOTICE_CONTENT_MAX }),
    state: NoticeState,
    /** Only for `scheduled`. */
    published_at: z._default(z.nullable(chosenInstant(TIME_ERROR)), null),
    revision: Revision,
  })
  .check(
    acrossFields(({ state, published_at }) => state !== "scheduled" || published_at !== null, {
      path: "published_at",
      error: TIME_ERROR,
    }),
  );

export const adminNotices = {
  /** Newest first. */
  list: call("List notices for staff", {
    querystring: z.object({ page: Page }),
    response: { 200: paged(AdminNotice) },
  }),
  create: call("Create a notice", { body: NoticeBody, response: { 201: AdminNotice } }),
  update: call("Update a notice", { params, body: NoticeBody, response: edited(AdminNotice) }),
  remove: call("Delete a notice", { params, ...deleted(AdminNotice) }),
};
