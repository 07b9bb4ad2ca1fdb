import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FilmReason } from "@manabiya/contract/staff/video-files.ts";
import type { Database } from "../../db/open.ts";
import {
  encodePicture,
  encodePictures,
  encodeSound,
  type Encoding,
  FILE,
  PICTURES,
  PLAYLIST,
} from "../../files/films/encode.ts";
import { type Quality, qualitiesOf } from "../../files/films/ladder.ts";
import { pictureCodec, readPlaylist, type Rung, sideOf } from "../../files/films/playlists.ts";
import { probe, type Source } from "../../files/films/probe.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";
import { inspectFilm } from "../../files/video-files/inspect.ts";
import { bumpCatalogue } from "../cache/version.ts";
import { findFilm, insertFilmFile, measureFilm } from "./queries.ts";

/** Bytes in which a prepared file describes its track. */
const HEAD = 4096;

/** A film that is shorter than this part of what its file says cannot be decoded as a whole. */
const WHOLE = 0.5;

export interface FilmWork {
  db: Database;
  storage: MediaStorage;
  film: string;
  /** An empty folder. */
  folder: string;
  signal: AbortSignal;
  /** Receives the part of the whole work that is done, from 0 to 1. */
  onProgress: (part: number) => void;
}

/** A film that cannot be prepared, whatever is tried. */
export class FilmRefused extends Error {
  override name = "FilmRefused";
  readonly reason: FilmReason;

  constructor(reason: FilmReason) {
    super(reason);
    this.reason = reason;
  }
}

interface Step {
  /** `film_files.rung` */
  rung: string;
  /** Relative to the other steps. */
  weight: number;
  /** @returns one of the files in the folder, to be stored */
  make: (encoding: Encoding) => Promise<Made>;
}

/**
 * Makes and stores the files of a film that are not stored yet. Each is complete before its row refers to it.
 * @throws FilmRefused; AppError 507 and 503 of the storage
 */
export async function prepareFilm(work: FilmWork): Promise<void> {
  const { db, film, folder, signal, onProgress } = work;
  const source = await openSource(work);
  const [known] = await findFilm(db, [film]);
  const stored = new Map((known?.files ?? []).map(({ name, rung }) => [rungName(rung), name]));
  const steps = stepsOf(source, (rung) => localFile(work, stored.get(rung) ?? ""));
  const whole = sum(steps);
  for (const [index, step] of steps.entries()) {
    if (stored.has(step.rung)) continue;
    const before = sum(steps.slice(0, index));
    const progress = (part: number) => onProgress((before + part * step.weight) / whole);
    progress(0);
    const made = await step.make({ source, folder, signal, onProgress: progress });
    const name = await storeFile(work, made);
    if (name !== null) stored.set(step.rung, name);
  }
}

const sum = (steps: Step[]) => steps.reduce((total, { weight }) => total + weight, 0);

const rungName = (rung: Rung) => (rung.kind === "video" ? String(sideOf(rung)) : rung.kind);

/** The film in a folder of this machine. */
async function openSource(work: FilmWork): Promise<Source> {
  const { db, storage, film, signal } = work;
  const inspected = await inspectFilm(storage, film);
  if (inspected === null) throw new FilmRefused("gone");
  const { error } = inspected;
  // ffmpeg reads more formats than browsers do.
  if (error === "no-picture") throw new FilmRefused("no-picture");
  if (error === "cut" || error === "no-index") throw new FilmRefused("cut");
  if (error === "other") throw new FilmRefused("not-a-film");
  const path = await localFile(work, film);
  await measureFilm(db, [film, (await stat(path)).size]);
  const source = await probe(path, signal);
  if (source === null) throw new FilmRefused("no-picture");
  return source;
}

/** @returns the path of a stored file, which is fetched from a bucket */
export async function localFile(
  { storage, folder, signal }: Pick<FilmWork, "storage" | "folder" | "signal">,
  name: string,
): Promise<string> {
  const from = storage.source("videos");
  if ("folder" in from) return join(from.folder, name);
  const found = await from.read(name, {});
  if (found === null || found === "unsatisfiable") throw new FilmRefused("gone");
  const path = join(folder, name);
  await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }), { signal });
  return path;
}

/** The sound and the lowest quality first: the film improves from there. @param pathOf a stored rung */
function stepsOf(source: Source, pathOf: (rung: string) => Promise<string>): Step[] {
  const qualities = qualitiesOf(source).map((quality): Step => {
    const pixels = (quality.width * quality.height * quality.rate[0]) / quality.rate[1];
    // Reading the film takes a part of each step.
    const weight = 1 + pixels / 4e6;
    return { rung: String(quality.name), weight, make: (encoding) => makeQuality(encoding, quality) };
  });
  const pictures: Step = {
    rung: "pictures",
    weight: 1,
    make: async (encoding) => {
      const grid = await encodePictures(encoding, await pathOf(qualities[0]?.rung ?? ""));
      return { file: PICTURES, rung: { kind: "pictures", ...grid }, playlist: null };
    },
  };
  const sound: Step[] = source.channels > 0 ? [{ rung: "audio", weight: 1, make: makeSound }] : [];
  return [...sound, ...qualities.slice(0, 1), pictures, ...qualities.slice(1)];
}

async function makeSound(encoding: Encoding): Promise<Made> {
  await encodeSound(encoding);
  const { playlist, duration: _, ...measured } = await measure(encoding);
  const channels = Math.min(2, encoding.source.channels);
  return { file: FILE, rung: { kind: "audio", channels, ...measured }, playlist };
}

async function makeQuality(encoding: Encoding, quality: Quality): Promise<Made> {
  await encodePicture(encoding, quality);
  const { playlist, duration, ...measured } = await measure(encoding);
  if (!(duration >= encoding.source.duration * WHOLE)) throw new FilmRefused("cut");
  const head = Buffer.alloc(HEAD);
  const file = await open(join(encoding.folder, FILE));
  await file.read(head, 0, HEAD, 0).finally(() => file.close());
  const { width, height, rate } = quality;
  const shown = { width, height, rate: rate[0] / rate[1], codec: pictureCodec(head) };
  return { file: FILE, rung: { kind: "video", ...shown, ...measured }, playlist };
}

const measure = async ({ folder }: Encoding) => readPlaylist(await readFile(join(folder, PLAYLIST), "utf8"), FILE);

interface Made {
  file: string;
  rung: Rung;
  playlist: string | null;
}

/** @returns the name in the storage; null when another process stored the same meanwhile */
async function storeFile(work: FilmWork, { file, rung, playlist }: Made): Promise<string | null> {
  const { db, storage, film, folder, signal } = work;
  const path = join(folder, file);
  // A name of its own, because a second attempt has other bytes, and nobody guesses it.
  const name = `${randomUUID()}${file.slice(file.lastIndexOf("."))}`;
  const { size } = await stat(path);
  await storage.save("videos", name, path);
  signal.throwIfAborted();
  const isInserted = await db.transaction(async (tx) => {
    const values = [name, film, rungName(rung), size, JSON.stringify(rung), playlist];
    const inserted = await insertFilmFile(tx, values);
    if (inserted.length > 0) await bumpCatalogue(tx);
    return inserted.length > 0;
  });
  await rm(path);
  if (isInserted) return name;
  await storage.remove("videos", name);
  return null;
}
