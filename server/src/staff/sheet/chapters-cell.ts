import { beyondFilm, formatClock, parseClock } from "@manabiya/contract/rules/clock-time.ts";
import { ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import * as z from "zod/mini";

/** A full-width space before each line of a description tells it from a chapter. */
const INDENT = "\u3000";
const LINE = /^[ \t]*[[(【［（]?((?:[\d０-９]{1,2}[:：])?[\d０-９]{1,3}[:：][\d０-９]{2})[\])】］）]?\s*(.+)$/s;
const CHAPTERS_MAX = 500;

/** One line per chapter, "1:30 見出し", followed by the lines of its description. */
export function writeChapters(chapters: ChapterDraft[]): string {
  return chapters
    .map(({ time_seconds, title, description }) => {
      const lines = description === "" ? [] : description.split(/\r\n?|\n/);
      return [`${formatClock(time_seconds)} ${title}`, ...lines.map((line) => INDENT + line)].join("\n");
    })
    .join("\n");
}

/** @param duration of the film in seconds; null: not known @returns the chapters by time, or an error */
export function readChapters(cell: string, duration: number | null): ChapterDraft[] | string {
  const found: { time: string; title: string; description: string[] }[] = [];
  for (const [index, line] of cell.split("\n").entries()) {
    const [, time, title = ""] = LINE.exec(line) ?? [];
    const last = found.at(-1);
    if (time !== undefined) found.push({ time, title, description: [] });
    else if (last) last.description.push(line.startsWith(INDENT) ? line.slice(1) : line);
    else if (line.trim() !== "") return `${index + 1}行目は「0:00 はじめに」のように、時間とタイトルにしてください。`;
  }
  if (found.length > CHAPTERS_MAX) return `チャプターは${CHAPTERS_MAX}件までにしてください。`;
  const seen = new Set<string>();
  const chapters: ChapterDraft[] = [];
  for (const { time, title, description } of found) {
    const time_seconds = parseClock(time);
    const result = z.safeParse(ChapterDraft, { title, time_seconds, description: description.join("\n") });
    if (!result.success) return `「${title}」の${result.error.issues.map(({ message }) => message).join(" ")}`;
    const beyond = beyondFilm(result.data.time_seconds, duration);
    if (beyond !== null) return `「${title}」の${beyond}`;
    const key = `${time_seconds} ${result.data.title}`;
    if (seen.has(key)) return `同じ時間とタイトルのチャプター「${title}」が2つあります。`;
    seen.add(key);
    chapters.push(result.data);
  }
  return chapters.sort((a, b) => a.time_seconds - b.time_seconds);
}
