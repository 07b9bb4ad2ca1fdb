import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FilmReason } from "@manabiya/contract/staff/video-files.ts";
import type { Database } from "../../db/open.ts";
import { encodePicture, encodePictures, encodeSound, type Encoding, FILE, PICTURES } from "../../files/films/encode.ts";
import { type Quality, qualitiesOf } from "../../files/films/ladder.ts";
import { pictureCodec, type Rung, sideOf } from "../../files/films/playlists.ts";
import { probe, type Source } from "../../files/films/probe.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";
import { inspectFilm } from "../../files/video-files/inspect.ts";
import { bumpCatalogue } from "../cache/version.ts";
import { findFilm, insertFilmFile, measureFilm } from "./queries.ts";

/** Bytes in which a prepared file describes its track. */
const HEAD = 4096;

/** A film that is shorter than this part of what its file says cannot be decoded as a whole. */
const WHOLE = 0.5;

/** `folder` is empty, and `onProgress` receives the part of the whole work. */
export interface FilmWork extends Omit<Encoding, "source"> {
  db: Database;
  storage: MediaStorage;
  film: string;
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

/** Another process prepares films, or staff cancelled the preparation. */
export class Stopped extends Error {
  override name = "Stopped";
}

interface Made {
  /** In the folder. */
  file: string;
  rung: Rung;
  playlist: string | null;
}

interface Step {
  /** `film_files.rung` */
  rung: string;
  /** Relative to the other steps. */
  weight: number;
  make: (encoding: Encoding) => Promise<Made>;
}

/**
 * Makes and stores the files of a film that are not stored yet. Each is complete before its row refers to it.
 * @throws FilmRefused; Stopped; AppError 507 and 503 of the storage
 */
export async function prepareFilm(work: FilmWork): Promise<void> {
  const { db, film, onProgress } = work;
  const source = await openSource(work);
  const [known] = await findFilm(db, [film]);
  const stored = new Map((known?.files ?? []).map(({ name, rung }) => [rungName(rung), name]));
  const steps = stepsOf(source, (rung) => localFile(work, stored.get(rung) ?? ""));
  const sum = (some: Step[]) => some.reduce((total, { weight }) => total + weight, 0);
  for (const [index, { rung, weight, make }] of steps.entries()) {
    if (stored.has(rung)) continue;
    const before = sum(steps.slice(0, index));
    const progress = (part: number) => onProgress((before + part * weight) / sum(steps));
    progress(0);
    stored.set(rung, await storeFile(work, await make({ ...work, source, onProgress: progress })));
  }
}

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
  const [lowest, ...others] = qualitiesOf(source).map((quality): Step => {
    const pixels = (quality.width * quality.height * quality.rate[0]) / quality.rate[1];
    // Reading the film takes a part of each step.
    const weight = 1 + pixels / 4e6;
    return { rung: String(quality.name), weight, make: (encoding) => makeQuality(encoding, quality) };
  });
  const pictures = async (encoding: Encoding): Promise<Made> => {
    const grid = await encodePictures(encoding, await pathOf(lowest?.rung ?? ""));
    return { file: PICTURES, rung: { kind: "pictures", ...grid }, playlist: null };
  };
  return [
    ...(source.channels > 0 ? [{ rung: "audio", weight: 1, make: makeSound }] : []),
    ...(lowest ? [lowest] : []),
    { rung: "pictures", weight: 1, make: pictures },
    ...others,
  ];
}

async function makeSound(encoding: Encoding): Promise<Made> {
  const { playlist, rates } = await encodeSound(encoding);
  const channels = Math.min(2, encoding.source.channels);
  return { file: FILE, rung: { kind: "audio", channels, ...rates }, playlist };
}

async function makeQuality(encoding: Encoding, quality: Quality): Promise<Made> {
  const { playlist, rates, duration } = await encodePicture(encoding, quality);
  if (!(duration >= encoding.source.duration * WHOLE)) throw new FilmRefused("cut");
  const head = Buffer.alloc(HEAD);
  const file = await open(join(encoding.folder, FILE));
  await file.read(head, 0, HEAD, 0).finally(() => file.close());
  const { width, height, rate } = quality;
  const shown = { width, height, rate: rate[0] / rate[1], codec: pictureCodec(head) };
  return { file: FILE, rung: { kind: "video", ...shown, ...rates }, playlist };
}

/** @returns the name in the storage @throws Stopped when the film was cancelled, or another process stored the same meanwhile */
async function storeFile(work: FilmWork, { file, rung, playlist }: Made): Promise<string> {
  const { db, storage, film, folder, signal } = work;
  const path = join(folder, file);
  // A name of its own, because a second attempt has other bytes, and nobody guesses it.
  const name = `${randomUUID()}${extname(file)}`;
  const { size } = await stat(path);
  await storage.save("videos", name, path);
  signal.throwIfAborted();
  const [inserted] = await db.transaction(async (tx) => {
    await bumpCatalogue(tx);
    return insertFilmFile(tx, [name, film, rungName(rung), size, JSON.stringify(rung), playlist]);
  });
  await rm(path);
  if (inserted) return name;
  await storage.remove("videos", name);
  throw new Stopped("the file is not wanted");
}
