import { CAPTION_TIME_MAX } from "@manabiya/contract/catalogue/captions.ts";
import { beyondFilm, formatMilliseconds, parseMilliseconds } from "@manabiya/contract/rules/clock-time.ts";
import { isInvisible } from "@manabiya/contract/text.ts";
import { CAPTION_TEXT_MAX, type SpokenLine } from "@manabiya/contract/catalogue/transcripts.ts";

/** A line as staff type it. */
export interface TypedLine {
  /** Stays with the line while others come and go. */
  key: number;
  /** Such as "01:05.500". */
  starts: string;
  ends: string;
  text: string;
}

/** 65500 → "01:05.500", 3725000 → "1:02:05.000". */
export const formatTime = (milliseconds: number): string =>
  formatMilliseconds(milliseconds).replace(/^00:|^0(?=\d:)/, "");

export const typedLines = (lines: readonly SpokenLine[]): TypedLine[] =>
  lines.map(({ starts_ms, ends_ms, text }, key) => ({
    key,
    starts: formatTime(starts_ms),
    ends: formatTime(ends_ms),
    text,
  }));

/** Times that are no times become 0: check them before. */
export const spokenLines = (lines: readonly TypedLine[]): SpokenLine[] =>
  lines.map(({ starts, ends, text }) => ({
    starts_ms: parseMilliseconds(starts) ?? 0,
    ends_ms: parseMilliseconds(ends) ?? 0,
    text: text.trim(),
  }));

const BAD_TIME = "時間は「01:05.500」のように入力してください。";

/**
 * @param duration of the film in seconds; null: not known
 * @returns messages by the path of the field, such as "lines.3.starts"
 */
export function checkLines(lines: readonly TypedLine[], duration: number | null = null): Record<string, string> {
  const errors: Record<string, string> = {};
  let previous = 0;
  for (const [index, line] of lines.entries()) {
    const [starts, ends] = [parseMilliseconds(line.starts), parseMilliseconds(line.ends)];
    const beyond = starts === null ? BAD_TIME : beyondFilm(starts / 1_000, duration);
    if (starts === null || beyond !== null) errors[`lines.${index}.starts`] = beyond ?? BAD_TIME;
    else if (starts < previous)
      errors[`lines.${index}.starts`] =
        "前の行より前に始まっています。時間を直すか、開始時間の順に並べ替えてください。";
    if (ends === null || ends > CAPTION_TIME_MAX) errors[`lines.${index}.ends`] = BAD_TIME;
    else if (starts !== null && ends <= starts)
      errors[`lines.${index}.ends`] = "終わりは、始まりより後の時間にしてください。";
    if (isInvisible(line.text))
      errors[`lines.${index}.text`] = "字幕を入力してください。この行が不要なら、削除してください。";
    else if (line.text.length > CAPTION_TEXT_MAX)
      errors[`lines.${index}.text`] = `字幕は${CAPTION_TEXT_MAX}文字以内で入力してください。`;
    previous = starts ?? previous;
  }
  return errors;
}

const nextKey = (lines: readonly TypedLine[]) => lines.reduce((max, { key }) => Math.max(max, key), -1) + 1;

/** Splits the text at the caret, or in its middle; the time in the same proportion. */
export function splitLine(lines: readonly TypedLine[], index: number, caret: number): TypedLine[] {
  const line = lines[index];
  if (!line) return [...lines];
  const characters = line.text.length;
  const at = caret > 0 && caret < characters ? caret : Math.ceil(characters / 2);
  const [starts, ends] = [parseMilliseconds(line.starts) ?? 0, parseMilliseconds(line.ends) ?? 0];
  const middle = formatTime(Math.round(starts + ((ends - starts) * at) / Math.max(characters, 1)));
  const second = { ...line, key: nextKey(lines), starts: middle, text: line.text.slice(at).trim() };
  return lines.toSpliced(index, 1, { ...line, ends: middle, text: line.text.slice(0, at).trim() }, second);
}

export function mergeWithNext(lines: readonly TypedLine[], index: number): TypedLine[] {
  const [line, next] = [lines[index], lines[index + 1]];
  if (!line || !next) return [...lines];
  return lines.toSpliced(index, 2, { ...line, ends: next.ends, text: `${line.text}\n${next.text}` });
}

/** A line of two seconds after the line of the index; -1: before all. */
export function addAfter(lines: readonly TypedLine[], index: number): TypedLine[] {
  const starts = parseMilliseconds(lines[index]?.ends ?? "00:00.000") ?? 0;
  const line = { key: nextKey(lines), starts: formatTime(starts), ends: formatTime(starts + 2_000), text: "" };
  return lines.toSpliced(index + 1, 0, line);
}

export const inOrder = (lines: readonly TypedLine[]): TypedLine[] =>
  lines.toSorted((a, b) => (parseMilliseconds(a.starts) ?? 0) - (parseMilliseconds(b.starts) ?? 0));

/** @returns null if a line would begin before the video */
export function shiftAll(lines: readonly TypedLine[], milliseconds: number): TypedLine[] | null {
  const shifted = (typed: string) => {
    const time = parseMilliseconds(typed);
    return time === null ? typed : formatTime(Math.max(0, time + milliseconds));
  };
  if (lines.some(({ starts }) => (parseMilliseconds(starts) ?? 0) + milliseconds < 0)) return null;
  return lines.map((line) => ({ ...line, starts: shifted(line.starts), ends: shifted(line.ends) }));
}

/** The texts have no markup, so VTT needs its signs escaped. */
const escapeVtt = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
/** An empty line would end a cue. */
const inCue = (text: string) => text.replaceAll(/\n\s*\n/g, "\n");

const timing = ({ starts_ms, ends_ms }: SpokenLine, comma: "." | ",") =>
  `${formatMilliseconds(starts_ms, comma)} --> ${formatMilliseconds(ends_ms, comma)}`;

export const asVtt = (lines: readonly SpokenLine[]): string =>
  `WEBVTT\n\n${lines.map((line) => `${timing(line, ".")}\n${escapeVtt(inCue(line.text))}\n`).join("\n")}`;

export const asSrt = (lines: readonly SpokenLine[]): string =>
  lines.map((line, index) => `${index + 1}\n${timing(line, ",")}\n${inCue(line.text)}\n`).join("\n");
