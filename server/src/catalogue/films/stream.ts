import type { Stream, VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { filePlaylist, multivariantPlaylist, sideOf } from "../../files/films/playlists.ts";
import type { MediaAddress } from "../../files/storage/address.ts";
import type { CatalogueContext } from "../context.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { type FilmFile, findFileOfFilm, findFilm } from "./queries.ts";

/** A quality, in pixels of the shorter side, from which on an unfinished ladder is better than the one file of the original. */
const GOOD = 480;

interface Reader {
  media: CatalogueContext["media"];
  sessionId: string;
  now: number;
}

/** The addresses of a film for one reader, which may watch it. A stored one costs one read for each version of the catalogue. */
export async function filmAddresses(
  cache: CatalogCache,
  { host, video_id, host_hash }: { host: string; video_id: string; host_hash: string | null },
  reader: Reader,
): Promise<Pick<VideoDetail, "source_url" | "stream">> {
  const { media, sessionId, now } = reader;
  if (host === "hls" && host_hash !== null) {
    return { source_url: null, stream: { url: media.signCloud(host_hash, now), pictures: null } };
  }
  if (host !== "file") return { source_url: null, stream: null };
  const [film] = await cache.memoize(`film ${video_id}`, () => findFilm(cache.reads, [video_id]));
  const source_url = film?.has_original === false ? null : await media.sign(video_id, sessionId, now);
  if (!film || !(film.state === "ready" || film.files.some(isGood))) return { source_url, stream: null };
  let pictures: Stream["pictures"] = null;
  for (const { name, rung } of film.files) {
    if (rung.kind !== "pictures") continue;
    const { kind: _, ...grid } = rung;
    pictures = { ...grid, url: await media.sign(name, sessionId, now) };
  }
  return { source_url, stream: { url: media.signPlaylist(video_id, sessionId, now), pictures } };
}

const isGood = ({ rung }: FilmFile) => rung.kind === "video" && sideOf(rung) >= GOOD;

/**
 * The playlist of a film, or of one of its files. The addresses in it end together with its own.
 * @returns null when there is no such film or file
 */
export async function readStreamPlaylist(
  { db, media }: Pick<CatalogueContext, "db" | "media">,
  {
    file,
    address: { sessionId, signed },
    quality,
  }: { file: string; address: MediaAddress; quality?: string | undefined },
): Promise<string | null> {
  const [found] = await findFileOfFilm(db, [file]);
  if (found) return found.playlist && filePlaylist(found.playlist, await media.sign(file, sessionId, signed));
  const [film] = await findFilm(db, [file]);
  if (!film) return null;
  const rungs = film.files.map(({ name, rung }) => ({ rung, address: media.signPlaylist(name, sessionId, signed) }));
  return multivariantPlaylist(rungs, quality);
}
