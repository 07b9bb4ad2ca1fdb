import { LinkifyIt } from "linkify-it";

/** A piece of text: words, a web address, or a second of the video. */
type TextPart =
  | { type: "words"; text: string }
  | { type: "link"; text: string; url: string }
  | { type: "time"; text: string; seconds: number };

/** Only written-out http and https addresses count. */
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null);

/** 1:30, 01:30 and 1:02:03 as separate words. */
const TIME = /(?<![\d:.])(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?![\d:])/g;

/** @param duration seconds; a later time is a time of day, not a position. Null: times are not searched for */
export function textParts(text: string, duration: number | null): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, lastIndex, text: shown, url } of linkify.match(text) ?? []) {
    parts.push(...wordsAndTimes(text.slice(end, index), duration), { type: "link", text: shown, url });
    end = lastIndex;
  }
  return [...parts, ...wordsAndTimes(text.slice(end), duration)];
}

function wordsAndTimes(text: string, duration: number | null): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(TIME)) {
    const [shown, hours = "0", minutes, rest] = match;
    const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
    if (duration === null || seconds >= duration || Number(rest) > 59) continue;
    parts.push(...words(text.slice(end, match.index)), { type: "time", text: shown, seconds });
    end = match.index + shown.length;
  }
  return [...parts, ...words(text.slice(end))];
}

function words(text: string): TextPart[] {
  return text === "" ? [] : [{ type: "words", text }];
}
