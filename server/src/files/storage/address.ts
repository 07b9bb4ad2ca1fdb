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

export type AddressQuery = Partial<Record<"exp" | "session" | "sig", string | undefined>>;

export interface MediaAddress {
  sessionId: string;
  /** Milliseconds since 1970. */
  expires: number;
  /** `now` of addresses that end together with this one. */
  signed: number;
}

/** Signed URLs of stored videos, because a `<video>` element cannot send a token. Each belongs to one session, or to EVERYBODY. */
export interface MediaAddresses {
  /** @returns a path with query, such as "/media/videos/intro.webm?exp=…&session=…&sig=…", or an address at `MEDIA_URL` */
  sign(file: string, sessionId: string, now: number): string | Promise<string>;
  /** @returns the address of an HLS playlist of the file, always at this server */
  signPlaylist(file: string, sessionId: string, now: number): string;
  /** @returns null for a forged URL; the caller checks its end and its session */
  verify(file: string, query: AddressQuery): MediaAddress | null;
}

export function createMediaAddresses(key: Buffer): MediaAddresses {
  const signature = (file: string, sessionId: string, exp: number) =>
    createHmac("sha256", key).update(`${exp} ${sessionId} ${file}`).digest();
  const sign = (folder: string, file: string, sessionId: string, now: number) => {
    const exp = now + ADDRESS_LIFETIME;
    const sig = signature(file, sessionId, exp).toString("base64url");
    return `/media/${folder}/${encodeURIComponent(file)}?exp=${exp}&session=${sessionId}&sig=${sig}`;
  };
  return {
    sign: (file, sessionId, now) => sign("videos", file, sessionId, now),
    // No stored file has this ending, so that an address of the one is none of the other.
    signPlaylist: (file, sessionId, now) => sign("streams", `${file}.m3u8`, sessionId, now),
    verify(file, { exp = "", session = "", sig = "" }) {
      if (!/^\d{1,15}$/.test(exp) || !UUID.test(session)) return null;
      const given = Buffer.from(sig, "base64url");
      const expected = signature(file, session, Number(exp));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { sessionId: session, expires: Number(exp), signed: Number(exp) - ADDRESS_LIFETIME };
    },
  };
}

/**
 * Addresses of videos at `MEDIA_URL`, which stands for the bucket's own origin. Older addresses remain valid.
 * @returns `own` when there is no bucket or no `MEDIA_URL`
 */
export function bucketAddresses(own: MediaAddresses, storage: MediaStorage, mediaUrl: string | null): MediaAddresses {
  if (mediaUrl === null || !storage.sign) return own;
  const sign = storage.sign;
  return {
    ...own,
    sign: async (file) => {
      const { pathname, search } = new URL(await sign("videos", file));
      return mediaUrl + pathname + search;
    },
  };
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
