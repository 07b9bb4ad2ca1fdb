import { createHmac, timingSafeEqual } from "node:crypto";
import type { MediaStorage } from "./storage.ts";

const MINUTE = 60_000;

/** Milliseconds that a video's URL is valid by itself. */
const ADDRESS_LIFETIME = 10 * MINUTE;

/** Milliseconds by which reports of the player prolong the URLs of its session. */
export const PLAYING_LIFETIME = 10 * MINUTE;

/** Milliseconds after which a URL ends even while its session plays: longer than any lesson with breaks. */
const PROLONGED_LIFETIME = 12 * 60 * MINUTE;

/** In the place of a session: everybody may use the URL as long as its video is open to everybody. */
export const EVERYBODY = "00000000-0000-0000-0000-000000000000";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type AddressQuery = Partial<Record<"exp" | "session" | "sig", string | undefined>>;

export interface MediaAddress {
  sessionId: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/**
 * Signed URLs of stored videos, because a `<video>` element cannot send a token. Each belongs to one session, or to EVERYBODY.
 * Those of a film's playlists and prepared files have their signature in a folder, so that playlists with relative addresses are
 * the same for all, and one answer tells who may have the whole film.
 */
export interface MediaAddresses {
  /** @returns a path with query, such as "/media/videos/intro.webm?exp=…&session=…&sig=…", or an address at `MEDIA_URL` */
  sign(file: string, sessionId: string, now: number): string | Promise<string>;
  /** @returns the folder of a film, such as "/media/films/EXP.SESSION.SIG/intro.mp4/", always at this server */
  signFolder(film: string, sessionId: string, now: number): string;
  /** @returns the address of a prepared file: in the folder of its film, or at `MEDIA_URL` */
  locate(folder: string, file: string): string | Promise<string>;
  /** @returns null for a forged URL; the caller checks its end and its session */
  verify(file: string, query: AddressQuery): MediaAddress | null;
  /** @param pass the part before the film in its folder */
  verifyFolder(film: string, pass: string): MediaAddress | null;
}

export function createMediaAddresses(key: Buffer): MediaAddresses {
  const signature = (what: string, sessionId: string, exp: number) =>
    createHmac("sha256", key).update(`${exp} ${sessionId} ${what}`).digest();
  const verify = (what: string, { exp = "", session = "", sig = "" }: AddressQuery) => {
    if (!/^\d{1,15}$/.test(exp) || !UUID.test(session)) return null;
    const given = Buffer.from(sig, "base64url");
    const expected = signature(what, session, Number(exp));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return { sessionId: session, expires: Number(exp) };
  };
  const sign = (what: string, session: string, now: number) => {
    const exp = now + ADDRESS_LIFETIME;
    return { exp, session, sig: signature(what, session, exp).toString("base64url") };
  };
  // No stored file has this ending, so that an address of the one is none of the other.
  const folderOf = (film: string) => `${film}/`;
  return {
    sign(file, sessionId, now) {
      const { exp, session, sig } = sign(file, sessionId, now);
      return `/media/videos/${encodeURIComponent(file)}?exp=${exp}&session=${session}&sig=${sig}`;
    },
    signFolder(film, sessionId, now) {
      const { exp, session, sig } = sign(folderOf(film), sessionId, now);
      return `/media/films/${exp}.${session}.${sig}/${folderOf(film)}`;
    },
    locate: (folder, file) => folder + file,
    verify,
    verifyFolder(film, pass) {
      const [exp, session, sig] = pass.split(".");
      return verify(folderOf(film), { exp, session, sig });
    },
  };
}

/**
 * Addresses of videos at `MEDIA_URL`, which stands for the bucket's own origin. Older addresses remain valid.
 * @returns `own` when there is no bucket or no `MEDIA_URL`
 */
export function bucketAddresses(own: MediaAddresses, storage: MediaStorage, mediaUrl: string | null): MediaAddresses {
  if (mediaUrl === null || !storage.sign) return own;
  const signAtBucket = storage.sign;
  const sign = async (file: string) => {
    const { pathname, search } = new URL(await signAtBucket("videos", file));
    return mediaUrl + pathname + search;
  };
  return { ...own, sign, locate: (_, file) => sign(file) };
}

/**
 * An element that plays must keep its URL: a new one would interrupt it. So the session's player prolongs the URL.
 * A visitor's player cannot, so that EVERYBODY's URL has the whole time from the beginning.
 * @param playsUntil see the column `sessions.plays_until`
 */
export function isCurrent({ sessionId, expires }: MediaAddress, playsUntil: string | null, now: number): boolean {
  if (now < expires) return true;
  if (sessionId === EVERYBODY) return now < expires + PROLONGED_LIFETIME;
  return playsUntil !== null && now < Date.parse(playsUntil) && now < expires + PROLONGED_LIFETIME;
}
