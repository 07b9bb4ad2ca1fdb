import { CAPTION_TIME_MAX, charactersOf, type ReadCaptions } from "@manabiya/contract/catalogue/captions.ts";
import {
  CAPTION_TEXT_MAX,
  CAPTIONS_MAX_CHARACTERS,
  CAPTIONS_MAX_LINES,
} from "@manabiya/contract/catalogue/transcripts.ts";
import { beyondFilm, formatClock, parseMilliseconds } from "@manabiya/contract/rules/clock-time.ts";
import { validationError } from "../../../errors/app-error.ts";
import { LINE_END, refuseTooManyLines } from "./measure.ts";
import { plainText } from "./plain-text.ts";
import { type Cue, withoutRepeats } from "./rolling.ts";

/** A line of the file with its number. */
type Row = [at: number, text: string];

/** Behind the times may stand settings of VTT. */
const TIMING = /^\s*(\S{1,20})\s*-->\s*(\S{1,20})(?:\s.*)?$/;
/**
 * Looks like the times of a cue, mistyped or not: an arrow with a time at one side and no word before it, because people
 * also speak of "-->". Spoken hours such as 10:00〜12:00 have no fractions. The digits of the first fraction are limited,
 * because \S matches digits too.
 */
const LIKE_TIMING =
  /^\s*\p{Nd}{1,9}[:：][\p{Nd}:：.,]{0,30}\s*-->|^[^\p{L}]{0,40}-->\s*\p{Nd}{1,9}[:：]|^\s*[\d:]+:\d+[.,]\d{1,9}\s*\S{1,3}\s*[\d:]+:\d+[.,]\d/u;
const SIDE_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
export const ERRORS_SHOWN = 20;

/** Programs of MS-DOS end a file like this. */
const FILE_END = /\p{Cc}{1,9}$/u;

/**
 * Reads VTT and SRT as YouTube Studio and whisper.cpp write them (decisions/057).
 * @param duration of the film in seconds; null: not known
 * @throws 400 with one sentence per problem, which names its line
 */
export function parseCaptions(file: string, duration: number | null = null): ReadCaptions {
  refuseTooManyLines(file);
  const errors: string[] = [];
  const cues = readCues(file, errors);
  errors.push(...beyondEnd(cues, duration));
  if (cues.length === 0 && errors.length === 0)
    errors.push("字幕の行が見つかりません。VTTまたはSRT形式のファイルの内容を、時間の行も含めて貼り付けてください。");
  const spoken = withoutRepeats(cues.filter(({ rows }) => rows.length > 0));
  if (spoken.length > CAPTIONS_MAX_LINES)
    errors.push(
      `字幕は${CAPTIONS_MAX_LINES.toLocaleString("ja")}行までです（${spoken.length.toLocaleString("ja")}行あります）。`,
    );
  const lines = spoken.map(({ rows, starts_ms, ends_ms, at }) => {
    const text = rows.join("\n");
    if (text.length > CAPTION_TEXT_MAX)
      errors.push(`${at}行目：字幕は1行${CAPTION_TEXT_MAX}文字以内にしてください（${text.length}文字あります）。`);
    return { starts_ms, ends_ms, text };
  });
  if (charactersOf(lines) > CAPTIONS_MAX_CHARACTERS)
    errors.push(`字幕は合計${CAPTIONS_MAX_CHARACTERS.toLocaleString("ja")}文字までです。`);
  if (errors.length > 0) throw validationError({ text: shortened(errors) });
  const notes: string[] = [];
  const note = (count: number, sentence: string) => count > 0 && notes.push(`${count}${sentence}`);
  note(cues.filter(({ rows }) => rows.length === 0).length, "行は文字がないため、除きました。");
  const withText = cues.reduce((sum, { rows }) => sum + Math.sign(rows.length), 0);
  note(withText - spoken.length, "行は前の行のくり返しのため、除きました。");
  lines.sort((a, b) => a.starts_ms - b.starts_ms);
  note(endBeforeNext(lines), "行は次の行と重なっていたため、次の行が始まるところで終わるようにしました。");
  return { lines, notes };
}

function readCues(file: string, errors: string[]): Cue[] {
  const rows = file
    .replace(/^\uFEFF/, "")
    .replace(FILE_END, "")
    .split(LINE_END)
    .map((text, index): Row => [index + 1, text]);
  const broken = rows.find(([, text]) => text.includes("\uFFFD"));
  if (broken) errors.push(`${broken[0]}行目：文字が化けています。文字コードをUTF-8にして保存してください。`);
  return blocksOf(rows).flatMap((block) => readBlock(block, errors));
}

/** Only empty lines separate: YouTube writes a single space inside a cue. */
function blocksOf(rows: readonly Row[]): Row[][] {
  const blocks: Row[][] = [[]];
  for (const row of rows) {
    if (row[1] === "") blocks.push([]);
    else blocks.at(-1)?.push(row);
  }
  return blocks.filter((block) => block.some(([, text]) => text.trim() !== ""));
}

function readBlock(block: Row[], errors: string[]): Cue[] {
  const [[first, opening] = [0, ""]] = block;
  const begin = block.findIndex(([, text]) => LIKE_TIMING.test(text));
  const isHeader = first === 1 && opening.startsWith("WEBVTT");
  if (begin === -1) {
    const isText = !isHeader && !SIDE_BLOCK.test(opening);
    if (isText)
      errors.push(`${first}行目：この文の時間がありません。時間の行のすぐ下に、空行を入れずに書いてください。`);
    return [];
  }
  // Above the times stands at most the cue's name.
  if (begin > 1 && !isHeader && !SIDE_BLOCK.test(opening))
    errors.push(`${first}行目：時間の行の上に、余分な行があります。`);
  const cues: Cue[] = [];
  for (const [at, text] of block.slice(begin)) {
    const cue = cues.at(-1);
    if (LIKE_TIMING.test(text)) {
      // The number of this cue, without an empty line above it. A number alone is what somebody counts.
      if (cue && cue.rows.length > 1 && /^\d+$/.test(cue.rows.at(-1) ?? "")) cue.rows.pop();
      cues.push({ ...timesOf(text, at, errors), rows: [], at });
    } else {
      const plain = plainText(text);
      if (plain !== "") cue?.rows.push(plain);
    }
  }
  return cues;
}

/** A mistyped line is an error and gives zeros, so that the following text belongs to it. */
function timesOf(text: string, at: number, errors: string[]) {
  const [, first = "", last = ""] = TIMING.exec(text) ?? [];
  const [starts_ms, ends_ms] = [parseMilliseconds(first), parseMilliseconds(last)];
  if (starts_ms === null || ends_ms === null) {
    errors.push(`${at}行目：時間は「00:00:01,000 --> 00:00:03,000」のように書いてください。`);
    return { starts_ms: 0, ends_ms: 0 };
  }
  if (ends_ms < starts_ms) errors.push(`${at}行目：終わりの時間が、始まりより前です。`);
  if (Math.max(starts_ms + 1, ends_ms) > CAPTION_TIME_MAX) errors.push(`${at}行目：時間が長すぎます。`);
  // whisper.cpp writes some sentences without a length.
  return { starts_ms, ends_ms: Math.max(ends_ms, starts_ms + 1) };
}

/** Editing programs such as DaVinci Resolve begin a film at one hour. */
const HOUR = 3_600_000;

/** @returns a sentence per line that begins where the film has ended, or one for a file with an offset */
function beyondEnd(cues: readonly Cue[], duration: number | null): string[] {
  const beyond = cues.flatMap(({ starts_ms, at }) => {
    const sentence = beyondFilm(starts_ms / 1_000, duration);
    return sentence === null ? [] : [`${at}行目：${sentence}`];
  });
  const [first] = cues;
  const offset = HOUR * Math.floor((first?.starts_ms ?? 0) / HOUR);
  const isOffset = beyond.length > 0 && offset > 0 && cues.every(({ starts_ms }) => starts_ms >= offset);
  if (!isOffset || duration === null || beyondFilm(((first?.starts_ms ?? 0) - offset) / 1_000, duration)) return beyond;
  return [
    `${first?.at}行目：字幕が${offset / HOUR}時間遅れて始まっています（動画の長さは${formatClock(duration)}です）。編集ソフトの開始タイムコードを00:00:00にして、書き出し直してください。`,
  ];
}

/** Two lines at once would change places on the screen. @returns the number of changed lines */
function endBeforeNext(lines: { starts_ms: number; ends_ms: number }[]): number {
  let changed = 0;
  for (const [index, line] of lines.entries()) {
    const next = lines.slice(index + 1, index + 10).find(({ starts_ms }) => starts_ms > line.starts_ms);
    if (!next || next.starts_ms >= line.ends_ms) continue;
    line.ends_ms = next.starts_ms;
    changed++;
  }
  return changed;
}

function shortened(errors: readonly string[]): string[] {
  const shown = errors.slice(0, ERRORS_SHOWN);
  return errors.length > ERRORS_SHOWN ? [...shown, `ほかに${errors.length - ERRORS_SHOWN}件あります。`] : shown;
}
