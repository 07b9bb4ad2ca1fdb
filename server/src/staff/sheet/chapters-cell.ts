import { parseClock } from "@manabiya/contract/rules/clock-time.ts";
import { ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import * as z from "zod/mini";

export interface SheetChapter extends ChapterDraft {
  /** Absent: the chapter is new. */
  id?: number;
}

/** A full-width space before each line of a description tells it from a chapter. */
const INDENT = "\u3000";
const LINE = /^[ \t]*[[(【［（]?((?:[\d０-９]{1,2}[:：])?[\d０-９]{1,3}[:：][\d０-９]{2})[\])】］）]?[\s\u3000]*(.+)$/;
const CHAPTERS_MAX = 500;

/** One line per chapter, "1:30 見出し", followed by the lines of its description. */
export function writeChapters(chapters: SheetChapter[]): string {
  return chapters
    .map(({ time_seconds, title, description }) => {
      const lines = description === "" ? [] : description.split(/\r\n?|\n/);
      return [`${clockOf(time_seconds)} ${title}`, ...lines.map((line) => INDENT + line)].join("\n");
    })
    .join("\n");
}

/** @returns the chapters by time, or an error */
export function readChapters(cell: string): ChapterDraft[] | string {
  const found: { time_seconds: number | null; title: string; description: string[] }[] = [];
  for (const [index, line] of cell.split("\n").entries()) {
    const [, time, title = ""] = LINE.exec(line) ?? [];
    const last = found.at(-1);
    if (time !== undefined) found.push({ time_seconds: parseClock(time), title, description: [] });
    else if (last) last.description.push(line.startsWith(INDENT) ? line.slice(1) : line);
    else if (line.trim() !== "") return `${index + 1}行目は「0:00 はじめに」のように、時間とタイトルにしてください。`;
  }
  if (found.length > CHAPTERS_MAX) return `チャプターは${CHAPTERS_MAX}件までにしてください。`;
  const seen = new Set<string>();
  const chapters: ChapterDraft[] = [];
  for (const { time_seconds, title, description } of found) {
    const result = z.safeParse(ChapterDraft, { title, time_seconds, description: description.join("\n") });
    if (!result.success) return `「${title}」の${result.error.issues.map(({ message }) => message).join(" ")}`;
    const key = `${time_seconds} ${result.data.title}`;
    if (seen.has(key)) return `同じ時間とタイトルのチャプター「${title}」が2つあります。`;
    seen.add(key);
    chapters.push(result.data);
  }
  return chapters.sort((a, b) => a.time_seconds - b.time_seconds);
}

/** 65 → "1:05", 3725 → "1:02:05". */
function clockOf(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const pad = (number: number) => String(number).padStart(2, "0");
  const rest = pad(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${pad(minutes)}:${rest}`;
}

/** Chapters that stay have their ids: those with the same time and title, then those with the same time. */
export function diffChapters(current: SheetChapter[], desired: ChapterDraft[]) {
  const left = [...current];
  const take = (isSame: (chapter: SheetChapter) => boolean) => {
    const index = left.findIndex(isSame);
    return index === -1 ? undefined : left.splice(index, 1)[0];
  };
  const withSame = desired.map((draft) => ({
    draft,
    match: take(({ time_seconds, title }) => time_seconds === draft.time_seconds && title === draft.title),
  }));
  const matched = withSame.map(({ draft, match }) => ({
    draft,
    match: match ?? take(({ time_seconds }) => time_seconds === draft.time_seconds),
  }));
  return {
    added: matched.flatMap(({ draft, match }) => (match ? [] : [draft])),
    changed: matched.flatMap(({ draft, match }) => {
      const isChanged = match && (match.title !== draft.title || match.description !== draft.description);
      return isChanged ? [{ ...draft, id: match.id }] : [];
    }),
    removed: left.map(({ id }) => id),
  };
}
