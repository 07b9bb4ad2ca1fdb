import type { DemoCaption, DemoChapter } from "./types.ts";

const chapterLine = /^(\d{1,2}):([0-5]\d) ([^｜]+)｜(.+)$/;
const captionLine = /^(\d{1,2}):([0-5]\d) (.+)$/;
/** How long a calm speaker needs: measured on the voice of the films, which says each line in its time. */
const CHARACTER_MS = 120;
const PAUSE_MS = 570;
const BREATH_MS = 650;

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

/**
 * Parses captions, written `m:ss text` per line. Each is on the screen for as long as it takes to say it.
 * @param duration of the video in seconds
 * @throws on any other line
 */
export function captions(lines: readonly string[], duration: number): DemoCaption[] {
  const parsed = lines.map((line) => {
    const [, minutes, seconds, text] = captionLine.exec(line) ?? [];
    if (!minutes || !seconds || !text) throw new Error(`Not a line of captions: ${line}`);
    return { starts_ms: (Number(minutes) * 60 + Number(seconds)) * 1_000, text };
  });
  return parsed.map(({ starts_ms, text }, index) => {
    const next = parsed[index + 1]?.starts_ms ?? duration * 1_000;
    return { starts_ms, ends_ms: Math.min(starts_ms + spokenMs(text), next), text };
  });
}

function spokenMs(text: string): number {
  const characters = text.replaceAll(/[、。「」]/g, "").length;
  const pauses = text.match(/[、。](?=.)/g)?.length ?? 0;
  return BREATH_MS + characters * CHARACTER_MS + pauses * PAUSE_MS;
}
