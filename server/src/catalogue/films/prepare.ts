import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { FilmReason } from "@manabiya/contract/staff/video-files.ts";
import type { FastifyBaseLogger } from "fastify";
import { PRIVATE_FOLDER } from "../../config/private-files.ts";
import type { Database } from "../../db/open.ts";
import { AppError, storageFull } from "../../errors/app-error.ts";
import { encodePoster, POSTER } from "../../files/films/encode.ts";
import { sideOf } from "../../files/films/playlists.ts";
import { probe } from "../../files/films/probe.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";
import { withThumbnail } from "../../files/thumbnails/store.ts";
import { bumpCatalogue } from "../cache/version.ts";
import { FilmRefused, localFile, prepareFilm, Stopped } from "./prepare-film.ts";
import {
  endFilm,
  type FilmState,
  findFilm,
  findNextFilm,
  findPosterless,
  freeLock,
  markPoster,
  reportFilm,
  setPoster,
  startFilm,
  takeLock,
} from "./queries.ts";

/** Milliseconds, as all of these. Between two looks for a film. */
const LOOK_EVERY = 3_000;
/** Between two reports of the progress. */
const REPORT_EVERY = 3_000;
/** Until a film that the storage could not take is tried again. */
const AGAIN_AFTER = 5 * 60_000;

/** Starts of a film without a stored file, after which something ends each of them. */
const STARTS_MAX = 5;

/** The free space that preparations leave to everybody else: a part of the disk, and bytes that are enough on any. */
const RESERVE = 0.05;
const RESERVE_MAX = 1e9;

/** Pixels of the shorter side of a film that makes a sharp picture. */
const POSTER_SIDE = 360;

export interface PrepareDeps {
  db: Database;
  storage: MediaStorage;
  /** Of unfinished files. */
  dataDir: string;
  site: { readonly keepsOriginals: boolean };
  now: () => number;
  logger: Pick<FastifyBaseLogger, "info" | "warn">;
}

/**
 * Prepares films one after the other, in one process of all.
 * @returns a function that stops, and resolves when the running program has ended
 */
export function startPreparing(deps: PrepareDeps): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= prepareFilms(deps, stopping.signal)
      .catch((err: unknown) => {
        if (!stopping.signal.aborted && !(err instanceof Stopped))
          deps.logger.warn({ err }, "films could not be prepared");
      })
      .finally(() => (running = null));
  }, LOOK_EVERY);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

/** Prepares all films that wait. @throws Stopped when another process does; the signal's reason */
export async function prepareFilms(deps: PrepareDeps, signal: AbortSignal): Promise<void> {
  const { db, now } = deps;
  const at = () => new Date(now()).toISOString();
  const next = async () => {
    const [film] = await findNextFilm(db, [at()]);
    const [posterless] = film ? [] : await findPosterless(db, []);
    if (film) return (turn: Watch) => prepare(deps, film, turn);
    return posterless ? (turn: Watch) => addPoster(deps, posterless, turn) : null;
  };
  let task = await next();
  if (!task) return;
  let held: string | null = null;
  const keepLock = async () => {
    const [lock] = await takeLock(db, [at(), held]);
    if (!lock) throw new Stopped("another process prepares films");
    held = lock.started_at;
  };
  await keepLock();
  try {
    for (; task; task = await next()) {
      signal.throwIfAborted();
      await task({ signal, report: keepLock });
      await keepLock();
    }
  } finally {
    // The next process need not wait.
    await freeLock(db, [held]).catch(() => undefined);
  }
}

async function prepare(deps: PrepareDeps, next: { film: string; starts: number }, turn: Watch): Promise<void> {
  const { db, logger, now, site } = deps;
  const { film, starts } = next;
  const at = (ms: number) => new Date(now() + ms).toISOString();
  const end = async (state: FilmState, reason: FilmReason | null, { wait = 0, tried = 0, keeps = true } = {}) => {
    await endFilm(db, [film, state, reason, at(wait), tried, keeps]);
  };
  if (starts >= STARTS_MAX) return end("refused", "failed");
  await startFilm(db, [film, at(0), starts + 1]);
  const started = now();
  let [begin, part]: [number | null, number] = [null, 0];
  const report = async () => {
    await turn.report();
    const done = part - (begin ?? part);
    const seconds = done > 0 ? Math.round(((now() - started) / 1000) * ((1 - part) / done)) : null;
    const [reported] = await reportFilm(db, [film, at(0), Math.floor(part * 100), seconds]);
    if (!reported) throw new Stopped("the preparation was cancelled");
  };
  const onProgress = (done: number) => {
    begin ??= done;
    part = done;
  };
  try {
    await inFolder(deps, { signal: turn.signal, report }, (folder, signal) =>
      prepareFilm({ ...deps, film, folder, signal, onProgress }),
    );
    const keeps = site.keepsOriginals;
    // Players that began with it go on, and the job that deletes unreferenced files takes it after their time.
    if (!keeps) await deps.storage.touch("videos", film);
    await end("ready", null, { keeps });
    await bumpCatalogue(db);
    logger.info({ film, seconds: Math.round((now() - started) / 1000) }, "a film was prepared");
  } catch (err) {
    // A stop of the server is no failure of the film.
    if (turn.signal.aborted) return end("waiting", null, { tried: starts });
    if (err instanceof Stopped) return;
    if (err instanceof FilmRefused) return end("refused", err.reason);
    logger.warn({ err, film }, "a film could not be prepared");
    if (err instanceof AppError) return end("waiting", err.type as FilmReason, { wait: AGAIN_AFTER });
    return end("waiting", null, { wait: AGAIN_AFTER, tried: starts + 1 });
  }
}

/** Gives a video without a picture one of its film. */
async function addPoster(
  deps: PrepareDeps,
  { film, id, is_needed }: { film: string; id: number; is_needed: boolean },
  turn: Watch,
): Promise<void> {
  const { db, storage } = deps;
  // Once: staff may remove it.
  await markPoster(db, [film]);
  if (!is_needed) return;
  await inFolder(deps, turn, async (folder, signal) => {
    const [prepared] = await findFilm(db, [film]);
    const file = prepared?.files.find(({ rung }) => rung.kind === "video" && sideOf(rung) >= POSTER_SIDE);
    const source = await probe(await localFile({ storage, folder, signal }, file?.name ?? film), signal);
    if (source === null) return;
    await encodePoster({ source, folder, signal, onProgress: () => undefined });
    const picture = new File([await readFile(join(folder, POSTER))], POSTER);
    await withThumbnail(storage, picture, (name) =>
      db.transaction(async (tx) => {
        await setPoster(tx, [id, name]);
        await bumpCatalogue(tx);
      }),
    );
  });
}

interface Watch {
  signal: AbortSignal;
  /** Keeps the lock, and is called every few seconds. The work ends with what it throws. */
  report: () => Promise<void>;
}

/** Runs work in an empty folder, as long as the disk has room and the reports succeed. */
async function inFolder(
  { dataDir }: PrepareDeps,
  { signal, report }: Watch,
  work: (folder: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const all = join(dataDir, "preparing");
  // A killed process left it: one at a time is here.
  await rm(all, { recursive: true, force: true });
  const folder = join(all, randomUUID());
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const stop = new AbortController();
  let reporting = Promise.resolve();
  const look = async () => {
    await refuseFullDisk(folder);
    await report();
  };
  const timer = setInterval(() => {
    reporting = reporting.then(look).catch((error: unknown) => stop.abort(error));
  }, REPORT_EVERY);
  try {
    await refuseFullDisk(folder);
    await work(folder, AbortSignal.any([signal, stop.signal]));
  } finally {
    clearInterval(timer);
    await reporting;
    await rm(all, { recursive: true, force: true });
  }
}

/** @throws AppError 507 before the disk is full, on which the database may be, too */
async function refuseFullDisk(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize < Math.min(blocks * bsize * RESERVE, RESERVE_MAX)) throw storageFull();
}
