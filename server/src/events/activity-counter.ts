import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { PARTS } from "./watched-parts.ts";

/** Different keywords of different marks between two flushes; further ones count in the total only. */
const TERMS_MAX = 2_000;

const MINUTE = 60_000;

/** Seconds that count for a member in a minute: at double speed, and the report that ends as the minute begins. */
const MINUTE_MAX = 180;

export interface VideoActivity {
  watched: number[];
  favorites_added: number;
  favorites_removed: number;
}

interface SearchCount {
  searches: number;
  without_result: number;
}

interface TermCount extends SearchCount {
  spelling: string;
}

export interface DayActivity {
  videos: Map<number, VideoActivity>;
  searches: SearchCount;
  /** By keyword and mark, as JSON. */
  terms: Map<string, TermCount>;
}

interface Search {
  /** Null: counts in the total only. */
  term: string | null;
  /** The keyword as it was typed. */
  spelling: string;
  mark: number;
  hasResult: boolean;
}

/**
 * Counts in memory, so that members' requests cost no further statement. `flushActivity` writes the counts every few
 * seconds. A process that is killed loses those of its last seconds.
 */
export class ActivityCounter {
  #days = new Map<string, DayActivity>();
  #minute = 0;
  /** Seconds in this minute, by member. */
  #played = new Map<number, number>();

  /** Counts no more than a member can play in a minute, whatever their client reports. */
  watch(now: number, userId: number, videoId: number, played: number[]): void {
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) this.#played.clear();
    this.#minute = minute;
    const total = played.reduce((sum, seconds) => sum + seconds, this.#played.get(userId) ?? 0);
    if (total > MINUTE_MAX) return;
    this.#played.set(userId, total);
    const { watched } = this.#video(now, videoId);
    played.forEach((seconds, part) => (watched[part] = (watched[part] ?? 0) + seconds));
  }

  /** @param change 1, 0 or -1 */
  favorite(now: number, videoId: number, change: number): void {
    if (change === 0) return;
    const video = this.#video(now, videoId);
    if (change > 0) video.favorites_added++;
    else video.favorites_removed++;
  }

  search(now: number, { term, spelling, mark, hasResult }: Search): void {
    const { searches, terms } = this.#day(now);
    increment(searches, hasResult);
    if (term === null) return;
    const key = JSON.stringify([term, mark]);
    const known = terms.get(key);
    if (known) increment(known, hasResult);
    else if (terms.size < TERMS_MAX) {
      const count = { searches: 0, without_result: 0, spelling };
      increment(count, hasResult);
      terms.set(key, count);
    }
  }

  /** @returns the counts by day, which the caller must write */
  take(): Map<string, DayActivity> {
    const taken = this.#days;
    this.#days = new Map();
    return taken;
  }

  #day(now: number): DayActivity {
    const day = japanDay(now);
    const known = this.#days.get(day);
    if (known) return known;
    const activity: DayActivity = { videos: new Map(), searches: { searches: 0, without_result: 0 }, terms: new Map() };
    this.#days.set(day, activity);
    return activity;
  }

  #video(now: number, videoId: number): VideoActivity {
    const { videos } = this.#day(now);
    const known = videos.get(videoId);
    if (known) return known;
    const video: VideoActivity = { watched: Array<number>(PARTS).fill(0), favorites_added: 0, favorites_removed: 0 };
    videos.set(videoId, video);
    return video;
  }
}

function increment(count: SearchCount, hasResult: boolean): void {
  count.searches++;
  if (!hasResult) count.without_result++;
}
