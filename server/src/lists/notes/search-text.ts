import { setImmediate } from "node:timers/promises";
import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import type { Database } from "../../db/open.ts";
import * as queries from "./queries.ts";

/** Characters: a title and a text. Signs that become up to eighteen characters must not make a search longer. */
const SEARCH_TEXT_MAX = 4_000;

/**
 * Brings the member's search texts up to date, once per note and change. A search does it, so that notes which an earlier
 * release wrote are found, too. Notes that a concurrent search has locked are left to it.
 */
export async function storeSearchTexts(db: Database, userId: number): Promise<void> {
  while ((await queries.findStaleNote(db, [userId])).length > 0) {
    const stored = await db.transaction(async (tx) => {
      const rows = [];
      for (const note of await queries.lockStaleNotes(tx, [userId])) {
        rows.push({ id: note.id, revision: note.revision, search_text: searchTextOf(note) });
        await setImmediate();
      }
      await queries.storeSearchTexts(tx, [userId, JSON.stringify(rows)]);
      return rows.length;
    });
    if (stored === 0) return;
  }
}

function searchTextOf({ video_title, text }: { video_title: string; text: string }): string {
  const whole = `${normalizeForSearch(video_title)}\n${normalizeForSearch(text)}`;
  return whole.slice(0, SEARCH_TEXT_MAX).toWellFormed();
}
