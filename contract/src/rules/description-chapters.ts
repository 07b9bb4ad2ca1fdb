import { nfkc } from "../nfkc.ts";
import { parseClock } from "./clock-time.ts";

export interface FoundChapter {
  title: string;
  time_seconds: number;
}

/** A time at the line's beginning, bare or in brackets, and the text after it. */
const LINE =
  /^[\s\u3000・●■▶*-]*[[(【〔［（]?((?:\d{1,2}[:：])?\d{1,3}[:：]\d{2})[\])】〕］）]?[\s\u3000\-–—―:：|｜~〜\uff5e]*(.*)$/;

const TITLE_MAX = 200;

/**
 * The chapters in a description for a video host: lines such as "1:30 見出し", by time, each second once. Lines without
 * a title are no chapters.
 */
export function chaptersIn(description: string): FoundChapter[] {
  const found = new Map<number, FoundChapter>();
  for (const line of description.split(/\r\n|\r|\n/)) {
    const match = LINE.exec(nfkc(line));
    const time_seconds = parseClock(match?.[1] ?? "");
    const title = (match?.[2] ?? "").trim().slice(0, TITLE_MAX);
    if (time_seconds !== null && title !== "" && !found.has(time_seconds)) {
      found.set(time_seconds, { title, time_seconds });
    }
  }
  return [...found.values()].sort((a, b) => a.time_seconds - b.time_seconds);
}
