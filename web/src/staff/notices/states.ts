import type { NoticeState } from "@manabiya/contract/staff/notices.ts";

/** As the list says it. */
export const STATE_LABELS: Record<NoticeState, string> = {
  draft: "下書き",
  scheduled: "予約",
  published: "公開中",
};

/** As the form offers it. */
export const STATE_CHOICES: Record<NoticeState, string> = {
  draft: "下書きにする",
  scheduled: "日時を予約して公開する",
  published: "公開する",
};
