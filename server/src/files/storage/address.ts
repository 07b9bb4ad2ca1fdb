import { createHmac, timingSafeEqual } from "node:crypto";

/** Milliseconds that a video's URL stays valid: longer than a lesson with a break. */
const ADDRESS_LIFETIME = 4 * 60 * 60 * 1000;

/** Signed URLs of stored videos, because a `<video>` element cannot send a token. */
export interface MediaAddresses {
  /** @returns a path with query, such as "/media/videos/intro.webm?exp=…&sig=…" */
  sign(file: string, now: number): string;
  isValid(file: string, query: { exp?: string | undefined; sig?: string | undefined }, now: number): boolean;
}

export function createMediaAddresses(key: Buffer): MediaAddresses {
  const signature = (file: string, exp: number) => createHmac("sha256", key).update(`${exp} ${file}`).digest();
  return {
    sign(file, now) {
      const exp = now + ADDRESS_LIFETIME;
      return `/media/videos/${encodeURIComponent(file)}?exp=${exp}&sig=${signature(file, exp).toString("base64url")}`;
    },
    isValid(file, { exp = "", sig = "" }, now) {
      if (!/^\d{1,15}$/.test(exp) || now >= Number(exp)) return false;
      const given = Buffer.from(sig, "base64url");
      const expected = signature(file, Number(exp));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
