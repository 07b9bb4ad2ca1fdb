import { demoCatalogue } from "@manabiya/demo/content/catalogue.ts";
import { NoticeCategory } from "@manabiya/contract/notices/notices.ts";
import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import { insertRows } from "../db/insert-rows.ts";
import type { Database } from "../db/open.ts";
import type { Ago } from "./catalogue.ts";

export interface SeededNotice {
  id: number;
  published_days_ago: number;
}

export async function insertNotices(tx: Database, ago: Ago): Promise<SeededNotice[]> {
  const rows = demoCatalogue.notices.map((notice) => ({
    notice_category: categoryOf(notice.category),
    notice_title: notice.title,
    notice_content: notice.content,
    created_at: ago(notice.published_days_ago),
    published_at: ago(notice.published_days_ago),
  }));
  const inserted = await insertRows(tx, "notices", rows);
  return demoCatalogue.notices.map(({ published_days_ago }, index) => ({
    id: inserted[index]?.id ?? 0,
    published_days_ago,
  }));
}

/** The demo uses the Japanese labels of categories. */
function categoryOf(label: string): NoticeCategory {
  const category = NoticeCategory.options.find((option) => NOTICE_LABELS[option] === label);
  if (category === undefined) throw new Error(`The demo has a notice of the unknown category ${label}`);
  return category;
}
