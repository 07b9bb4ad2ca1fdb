import { demoCatalogue, demoPassword } from "@manabiya/demo/content/catalogue.ts";
import { hashPassword } from "../accounts/passwords/password.ts";
import { createReadingsIndexer } from "../catalogue/search/readings/index-readings.ts";
import type { MediaStorage } from "../files/storage/storage.ts";
import type { Database } from "../db/open.ts";
import { insertAccount } from "./accounts.ts";
import { insertCatalogue } from "./catalogue.ts";
import { insertFigures } from "./figures.ts";
import { insertLegalPages } from "./legal.ts";
import { storeMedia } from "./media.ts";
import { insertStreams, storeStreams } from "./streams.ts";
import { insertNotices } from "./notices.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Fills an empty database with the demo's catalogue and accounts. @param now milliseconds */
export async function seedDemo(db: Database, storage: MediaStorage, now: number): Promise<void> {
  const { rows: users } = await db.query({ text: "select from users limit 1" });
  if (users.length > 0) return;
  const ago = (days: number) => new Date(now - days * DAY).toISOString();
  const passwordHash = await hashPassword(demoPassword);
  const thumbnails = await storeMedia(storage, demoCatalogue.videos);
  const streams = await storeStreams(storage);
  await db.transaction(async (tx) => {
    const videoIds = await insertCatalogue(tx, thumbnails, ago);
    await insertStreams(tx, streams, ago);
    const notices = await insertNotices(tx, ago);
    for (const account of demoCatalogue.accounts) {
      await insertAccount(tx, account, { passwordHash, videoIds, notices, ago });
    }
    await insertFigures(tx, ago);
    await insertLegalPages(tx, Math.max(...demoCatalogue.accounts.map((account) => account.created_days_ago)), ago);
  });
  // Somebody who opens a fresh demo searches at once, also in kana.
  await createReadingsIndexer(db)();
}
