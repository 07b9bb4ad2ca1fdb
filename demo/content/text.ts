import type { DemoChapter } from "./types.ts";

const chapterLine = /^(\d{1,2}):([0-5]\d) ([^｜]+)｜(.+)$/;

/** Removes the indentation of a multi-line template literal; empty lines inside stay. */
export function paragraphs(source: string): string {
  return source
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}

/**
 * Parses a chapter, written `m:ss title｜description`.
 * @throws on any other line
 */
export function chapter(line: string): DemoChapter {
  const [, minutes, seconds, title, description] = chapterLine.exec(line) ?? [];
  if (!minutes || !seconds || !title || !description) throw new Error(`Not a chapter line: ${line}`);
  return { time_seconds: Number(minutes) * 60 + Number(seconds), title, description };
}
