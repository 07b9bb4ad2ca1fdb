import { LinkifyIt } from "linkify-it";

/** A segment of a text: words, a web address, or a second of the video. */
type TextSegment =
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
export function textSegments(text: string, duration: number | null): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { index, lastIndex, text: shown, url } of linkify.match(text) ?? []) {
    segments.push(...wordsAndTimes(text.slice(end, index), duration), { type: "link", text: shown, url });
    end = lastIndex;
  }
  return [...segments, ...wordsAndTimes(text.slice(end), duration)];
}

function wordsAndTimes(text: string, duration: number | null): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const match of text.matchAll(TIME)) {
    const [shown, hours = "0", minutes, rest] = match;
    const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
    if (duration === null || seconds >= duration || Number(rest) > 59) continue;
    segments.push(...words(text.slice(end, match.index)), { type: "time", text: shown, seconds });
    end = match.index + shown.length;
  }
  return [...segments, ...words(text.slice(end))];
}

function words(text: string): TextSegment[] {
  return text === "" ? [] : [{ type: "words", text }];
}
