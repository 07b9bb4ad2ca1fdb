import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import { useWatch } from "react-hook-form";
import { fromLocal } from "../table/japan-time.ts";
import { NoticeItem } from "../../notices/notice-item.tsx";
import type { NoticeForm } from "./notice-form.ts";

/** What is typed, as members will see it. */
export function NoticePreview({ form, published_at }: { form: NoticeForm; published_at: string | null }) {
  const values = useWatch({ control: form.control });
  const { notice_category = "information", notice_title = "", notice_content = "", state } = values;
  const now = new Date().toISOString();
  const at = state === "scheduled" ? fromLocal(values.published_at ?? "") : published_at;
  const notice = {
    id: 0,
    created_at: at ?? now,
    notice_category,
    notice_category_display: NOTICE_LABELS[notice_category],
    notice_title: notice_title || "（タイトル）",
    notice_content: notice_content || "（本文）",
    is_read: false,
  };
  return (
    <section aria-labelledby="notice-preview" className="grid gap-3">
      <h3 id="notice-preview" className="text-base">
        プレビュー（会員の画面での表示）
      </h3>
      <div className="overflow-hidden rounded-lg border bg-surface">
        <NoticeItem notice={notice} onOpen={() => {}} />
      </div>
    </section>
  );
}
