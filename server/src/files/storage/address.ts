import { createHmac, timingSafeEqual } from "node:crypto";
import type { MediaStorage } from "./storage.ts";

const MINUTE = 60_000;

/** Milliseconds that a film's address is valid by itself. */
const ADDRESS_LIFETIME = 10 * MINUTE;

/** Milliseconds by which reports of the player prolong the URLs of its session. */
export const PLAYING_LIFETIME = 10 * MINUTE;

/** Milliseconds after which a URL ends even while its session plays: longer than any lesson with breaks. */
const PROLONGED_LIFETIME = 12 * 60 * MINUTE;

/** In the place of a session: everybody may use the URL as long as its video is open to everybody. */
export const EVERYBODY = "00000000-0000-0000-0000-000000000000";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface MediaAddress {
  sessionId: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/**
 * Signed addresses of stored films, because a `<video>` element cannot send a token. Each belongs to one session, or to EVERYBODY.
 * The signature is a folder with all files of a film, so that playlists with relative addresses are the same for all, and one
 * answer tells who may have the whole film.
 */
export interface MediaAddresses {
  /** @returns the folder of a film, such as "/media/films/EXP.SESSION.SIG/intro.mp4/", always at this server */
  sign(film: string, sessionId: string, now: number): string;
  /** @returns the address of a film's file: in its folder, or at `MEDIA_URL` */
  locate(folder: string, file: string): string | Promise<string>;
  /** @param pass the part before the film in its folder @returns null for a forged one; the caller checks its end and its session */
  verify(film: string, pass: string): MediaAddress | null;
}

export function createMediaAddresses(key: Buffer): MediaAddresses {
  const signature = (film: string, sessionId: string, exp: number) =>
    createHmac("sha256", key).update(`${exp} ${sessionId} ${film}/`).digest();
  return {
    sign(film, sessionId, now) {
      const exp = now + ADDRESS_LIFETIME;
      return `/media/films/${exp}.${sessionId}.${signature(film, sessionId, exp).toString("base64url")}/${film}/`;
    },
    locate: (folder, file) => folder + file,
    verify(film, pass) {
      const [exp = "", sessionId = "", sig = ""] = pass.split(".");
      if (!/^\d{1,15}$/.test(exp) || !UUID.test(sessionId)) return null;
      const given = Buffer.from(sig, "base64url");
      const expected = signature(film, sessionId, Number(exp));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { sessionId, expires: Number(exp) };
    },
  };
}

/**
 * Addresses of films at `MEDIA_URL`, which stands for the bucket's own origin. Older addresses remain valid.
 * @returns `own` when there is no bucket or no `MEDIA_URL`
 */
export function bucketAddresses(own: MediaAddresses, storage: MediaStorage, mediaUrl: string | null): MediaAddresses {
  const { sign } = storage;
  if (mediaUrl === null || !sign) return own;
  const locate = async (_: string, file: string) => {
    const { pathname, search } = new URL(await sign("videos", file));
    return mediaUrl + pathname + search;
  };
  return { ...own, locate };
}

/**
 * An element that plays must keep its URL: a new one would interrupt it. So the session's player prolongs the URL.
 * A visitor's player cannot, so that EVERYBODY's URL has the whole time from the beginning.
 * @param playsUntil see the column `sessions.plays_until`
 */
export function isCurrent({ sessionId, expires }: MediaAddress, playsUntil: string | null, now: number): boolean {
  const isProlonged = sessionId === EVERYBODY || (playsUntil !== null && now < Date.parse(playsUntil));
  return now < expires + (isProlonged ? PROLONGED_LIFETIME : 0);
}
