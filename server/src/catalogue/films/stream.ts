import type { Stream, VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { filePlaylist, multivariantPlaylist, playlistOf, sideOf } from "../../files/films/playlists.ts";
import type { CatalogueContext } from "../context.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { type FilmFile, findFilm, findPlaylist } from "./queries.ts";

/** A quality, in pixels of the shorter side, from which on an unfinished ladder is better than the one file of the original. */
const GOOD = 480;

/** The playlist of all qualities. In the place of "main" a quality or "audio" chooses one. */
const MAIN_PLAYLIST = "main.m3u8";
const CHOICE = /^(main|audio|\d{1,4})\.m3u8$/;

/** Seconds. A file never changes, and a film under preparation gets another quality. */
const FILE_LASTS = 2 * 24 * 60 * 60;
const QUALITIES_LAST = 60;

interface Reader {
  media: CatalogueContext["media"];
  sessionId: string;
  now: number;
}

/** Costs one read for each version of the catalogue. */
async function readFilm(cache: CatalogCache, film: string) {
  const [found] = await cache.memoize(`film ${film}`, () => findFilm(cache.reads, [film]));
  return found ?? null;
}

/** The addresses of a film for one reader, which may watch it. */
export async function filmAddresses(
  cache: CatalogCache,
  { host, video_id, host_hash }: { host: string; video_id: string; host_hash: string | null },
  { media, sessionId, now }: Reader,
): Promise<Pick<VideoDetail, "source_url" | "stream">> {
  if (host === "hls" && host_hash !== null) {
    return { source_url: null, stream: { url: media.signCloud(host_hash, now), pictures: null } };
  }
  if (host !== "file") return { source_url: null, stream: null };
  const film = await readFilm(cache, video_id);
  const folder = media.sign(video_id, sessionId, now);
  const source_url = film?.has_original === false ? null : await media.locate(folder, video_id);
  if (!film || !(film.state === "ready" || film.files.some(isGood))) return { source_url, stream: null };
  let pictures: Stream["pictures"] = null;
  for (const { name, rung } of film.files) {
    if (rung.kind !== "pictures") continue;
    const { kind: _, ...grid } = rung;
    pictures = { ...grid, url: await media.locate(folder, name) };
  }
  return { source_url, stream: { url: `${folder}${MAIN_PLAYLIST}`, pictures } };
}

const isGood = ({ rung }: FilmFile) => rung.kind === "video" && sideOf(rung) >= GOOD;

export async function isFileOfFilm(cache: CatalogCache, film: string, file: string): Promise<boolean> {
  return ((await readFilm(cache, film))?.files ?? []).some(({ name }) => name === file);
}

interface Playlist {
  text: string;
  /** Seconds for which it is the same for all. */
  lasts: number;
}

/**
 * A playlist in the folder of a film: that of one file, or of the qualities that its name chooses.
 * @returns null when there is no such film or file
 */
export async function readStreamPlaylist(
  { db, media }: Pick<CatalogueContext, "db" | "media">,
  cache: CatalogCache,
  { film, name }: { film: string; name: string },
): Promise<Playlist | null> {
  const found = await readFilm(cache, film);
  const file = found?.files.find((each) => playlistOf(each.name) === name)?.name;
  if (file !== undefined) {
    const [{ playlist } = { playlist: null }] = await findPlaylist(db, [file]);
    const address = await media.locate("", file);
    // An address at a bucket ends.
    return playlist === null
      ? null
      : { text: filePlaylist(playlist, address), lasts: address === file ? FILE_LASTS : 0 };
  }
  const [, chosen] = CHOICE.exec(name) ?? [];
  if (!found || chosen === undefined) return null;
  return { text: multivariantPlaylist(found.files, chosen), lasts: QUALITIES_LAST };
}
