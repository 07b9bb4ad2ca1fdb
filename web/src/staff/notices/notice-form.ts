import { type AdminNotice, NoticeBody } from "@manabiya/contract/staff/notices.ts";
import { useForm } from "react-hook-form";
import { fromLocal, toLocal } from "../table/japan-time.ts";

/** A notice as its form holds it: the time is one of Japan, as the control shows it. */
export interface NoticeValues {
  notice_category: AdminNotice["notice_category"];
  notice_title: string;
  notice_content: string;
  state: AdminNotice["state"];
  published_at: string;
}

export const NEW_NOTICE: NoticeValues = {
  notice_category: "information",
  notice_title: "",
  notice_content: "",
  state: "draft",
  published_at: "",
};

export function valuesOf(notice: AdminNotice): NoticeValues {
  const { notice_category, notice_title, notice_content, state, published_at } = notice;
  return {
    notice_category,
    notice_title,
    notice_content,
    state,
    published_at: state === "scheduled" && published_at !== null ? toLocal(published_at) : "",
  };
}

/** What the server is sent. */
export function bodyOf({ published_at, ...values }: NoticeValues) {
  return { ...values, published_at: values.state === "scheduled" ? fromLocal(published_at) : null };
}

export function useNoticeForm(values: NoticeValues) {
  return useForm<NoticeValues>({ defaultValues: values, reValidateMode: "onSubmit" });
}

export type NoticeForm = ReturnType<typeof useNoticeForm>;

/** Looks at what would be sent as the server will; what does not fit is said at its field. @returns whether all fits */
export function isSendable(form: NoticeForm, values: NoticeValues): boolean {
  const { success, error } = NoticeBody.safeParse(bodyOf(values));
  for (const [index, { path, message }] of (error?.issues ?? []).entries()) {
    form.setError(path[0] as keyof NoticeValues, { message }, { shouldFocus: index === 0 });
  }
  return success;
}
