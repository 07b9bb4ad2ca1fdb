import type { LandingContent } from "@manabiya/contract/site/landing/content.ts";

export type Part = keyof LandingContent;

/** The parts of the form, in its order. The names of sections are also those of the list in which they are ordered. */
export const PART_NAMES: Record<Part, string> = {
  hero: "最初の画面",
  action: "ボタン",
  sections: "並び順と表示",
  about: "教科",
  story: "まんが",
  contents: "検索とメモ",
  open_lessons: "無料公開の動画",
  videos: "実際の動画",
  achievements: "学びの記録",
  teacher: "先生",
  pricing: "料金",
  closing: "終わりの手紙",
  faq: "よくある質問",
  farewell: "最後の一言",
  search: "検索結果と共有",
};

export const PARTS = Object.keys(PART_NAMES) as Part[];

/** The names of the parts in which two contents differ. */
export function changedParts(one: LandingContent, other: LandingContent): string[] {
  return PARTS.filter((part) => JSON.stringify(one[part]) !== JSON.stringify(other[part])).map(
    (part) => PART_NAMES[part],
  );
}
