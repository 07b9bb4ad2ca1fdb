import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import { NoticeItem } from "../../notices/notice-item.tsx";
import { fromLocal } from "../table/japan-time.ts";
import type { NoticeValues } from "./notice-form.ts";

interface NoticePreviewProps {
  values: NoticeValues;
  /** Null before the publication. */
  publishedAt: string | null;
}

export function NoticePreview({ values, publishedAt }: NoticePreviewProps) {
  const { notice_category, notice_title, notice_content, state, published_at } = values;
  const instant = state === "scheduled" ? fromLocal(published_at) : publishedAt;
  const notice = {
    id: 0,
    created_at: instant ?? new Date().toISOString(),
    notice_category,
    notice_category_display: NOTICE_LABELS[notice_category],
    notice_title: notice_title || "（タイトル）",
    notice_title_breaks: [],
    notice_content: notice_content || "（本文）",
    is_read: false,
  };
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <NoticeItem isOpen notice={notice} onOpen={() => {}} />
    </div>
  );
}
