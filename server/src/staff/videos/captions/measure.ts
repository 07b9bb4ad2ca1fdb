import { CAPTIONS_MAX_LINES } from "@manabiya/contract/catalogue/transcripts.ts";
import { validationError } from "../../../errors/app-error.ts";

/** As old programs and other systems write it, too: CR CR LF, NEL, form feeds. */
export const LINE_END = /\r{0,2}\n|\r|[\v\f\u0085\u2028\u2029]/;

/** Automatic captions repeat each row, so that a file has more times than lines remain. */
const TIMES_MAX = 3 * CAPTIONS_MAX_LINES;
/** A cue has its number, its times, two rows and an empty line. */
const ROWS_MAX = 5 * TIMES_MAX;

/** Counts without taking the text apart: reading a file of empty cues takes seconds. @throws 400 */
export function refuseTooManyLines(file: string): void {
  refuse(count(file, new RegExp(LINE_END, "g"), ROWS_MAX) >= ROWS_MAX, "ファイルの行", ROWS_MAX);
  refuse(count(file, /-->/g, TIMES_MAX) > TIMES_MAX, "時間の行", TIMES_MAX);
}

/** @param body not validated yet @throws 400 */
export function refuseTooManyCaptions(body: unknown): void {
  const lines = (body as { lines?: unknown } | null | undefined)?.lines;
  if (!Array.isArray(lines) || lines.length <= CAPTIONS_MAX_LINES) return;
  throw validationError({ lines: [`字幕は${CAPTIONS_MAX_LINES.toLocaleString("ja")}行までです。`] });
}

function count(text: string, pattern: RegExp, max: number): number {
  let found = 0;
  while (found <= max && pattern.test(text)) found++;
  return found;
}

function refuse(isTooMany: boolean, what: string, max: number): void {
  const message = `${what}が多すぎます。${max.toLocaleString("ja")}行以内に分けて読み込んでください。`;
  if (isTooMany) throw validationError({ text: [message] });
}
