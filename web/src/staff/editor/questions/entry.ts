import type { AdminQuestion } from "@manabiya/contract/lists/admin-questions.ts";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";

const HEADING = "質問と回答";

/** The time stands behind a word, or it would name a chapter. A member's words make no links. @returns the same text if it has the entry */
export function withEntry(
  description: string,
  { second, text, answer }: Pick<AdminQuestion, "second" | "text" | "answer">,
): string {
  const entry = `質問（${formatClock(second)}）：${text.replaceAll(/https?:\/\//gi, "")}\n回答：${answer}`;
  if (description.includes(entry)) return description;
  const heading = description.split("\n").includes(HEADING) ? "" : `${HEADING}\n\n`;
  return `${description}\n\n${heading}${entry}`.trim();
}
