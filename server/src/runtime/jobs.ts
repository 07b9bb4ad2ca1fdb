import type { FastifyBaseLogger } from "fastify";
import type { Billing } from "../billing/provider/provider.ts";
import { startLists } from "../billing/prices/start-lists.ts";
import { reconcileHourly, reconcileNightly } from "../billing/sync/reconcile.ts";
import { deleteExpiredFiles } from "../catalogue/media/delete-expired-files.ts";
import type { AskPlayback } from "../catalogue/playback/ask.ts";
import { patrolVideos } from "../catalogue/playback/patrol.ts";
import { createReadingsIndexer } from "../catalogue/search/readings/index-readings.ts";
import type { Database } from "../db/open.ts";
import { closeDays } from "../figures/close-days.ts";
import type { MediaStorage } from "../files/storage/storage.ts";
import type { Job } from "../jobs/due-jobs.ts";
import { listMailOccasions } from "../mailings/list-recipients.ts";
import type { LiveSite } from "../site/live-site.ts";
import { tellOwner } from "../staff/dashboard/tell-owner.ts";
import { deleteExpired } from "../personal-data/delete-expired.ts";
import { findEvents } from "../webhooks/find-events.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds by which a mail to a new member may be late. */
const OCCASIONS_EVERY = 10 * MINUTE;

/** Milliseconds by which kana may find a new text later than its own characters do. A run without new texts takes one statement. */
const READINGS_EVERY = 1_000;

/** Milliseconds. The owner's mails may be late by 5 minutes, and one of these goes to other jobs and to sending. */
const TELL_EVERY = 4 * MINUTE;

interface Deps {
  db: Database;
  site: LiveSite;
  storage: MediaStorage;
  billing: Billing;
  askPlayback: AskPlayback;
  now: () => number;
  logger: FastifyBaseLogger;
}

/** The periodic jobs of all areas, in the order in which a process runs those that are due. */
export function periodicJobs({ db, site, storage, billing, askPlayback: ask, now, logger }: Deps): Job[] {
  return [
    // Before `tidy`, which deletes the views of old days: after a long downtime they are not counted yet.
    { name: "close-days", every: HOUR, run: (signal) => closeDays(db, now(), signal) },
    { name: "tidy", every: HOUR, run: () => deleteExpired(db, now()) },
    { name: "tidy-media", every: HOUR, run: (signal) => deleteExpiredFiles(db, storage, now(), signal) },
    { name: "index-readings", every: READINGS_EVERY, run: createReadingsIndexer(db) },
    { name: "mail-occasions", every: OCCASIONS_EVERY, run: () => listMailOccasions(db, site, now()) },
    { name: "find-events", every: MINUTE, run: () => findEvents(db, now()) },
    { name: "start-prices", every: MINUTE, run: () => startLists(billing) },
    { name: "reconcile-hourly", every: HOUR, isLong: true, run: (signal) => reconcileHourly(billing, { signal }) },
    { name: "reconcile-nightly", every: DAY, isLong: true, run: (signal) => reconcileNightly(billing, { signal }) },
    // The run itself waits for the night, and an hour later asks the hosts again that did not answer.
    {
      name: "patrol-videos",
      every: HOUR,
      isLong: true,
      run: (signal) => patrolVideos({ db, ask, now, logger }, signal),
    },
    // After the others, so that a start after a long stop tells of none of them.
    { name: "tell-owner", every: TELL_EVERY, run: () => tellOwner({ db, site, now, logger }) },
  ];
}
