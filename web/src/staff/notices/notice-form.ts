import type { MailAudience } from "@manabiya/contract/staff/mailings.ts";
import { type AdminNotice, NoticeBody, type NoticeState } from "@manabiya/contract/staff/notices.ts";
import { messagesOf } from "../../forms/use-record-form.ts";
import { fromLocal, toLocal } from "../table/japan-time.ts";

export const STATE_LABELS: Record<NoticeState, string> = {
  draft: "下書き",
  scheduled: "公開予約",
  published: "公開中",
};

export interface NoticeValues {
  notice_category: AdminNotice["notice_category"];
  notice_title: string;
  notice_content: string;
  state: NoticeState;
  /** Japan time, as a `datetime-local` control holds it. */
  published_at: string;
  /** The receivers of a new notice's mail; empty: none. */
  mail: MailAudience | "";
}

/** See recoverAs. */
export const recoveryName = (notice: AdminNotice | null): string => (notice ? `notice ${notice.id}` : "new notice");

const NEW_NOTICE: NoticeValues = {
  notice_category: "information",
  notice_title: "",
  notice_content: "",
  state: "draft",
  published_at: "",
  mail: "",
};

export function valuesOf(notice: AdminNotice | null): NoticeValues {
  if (notice === null) return NEW_NOTICE;
  const { notice_category, notice_title, notice_content, state, published_at } = notice;
  return {
    notice_category,
    notice_title,
    notice_content,
    state,
    published_at: state === "scheduled" && published_at !== null ? toLocal(published_at) : "",
    mail: "",
  };
}

export function bodyOf({ notice_category, notice_title, notice_content, state, published_at }: NoticeValues) {
  const shown = state === "scheduled" ? fromLocal(published_at) : null;
  return { notice_category, notice_title, notice_content, state, published_at: shown };
}

export const check = (values: NoticeValues) => messagesOf(NoticeBody.safeParse(bodyOf(values)));
