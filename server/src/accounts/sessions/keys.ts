import { hkdfSync } from "node:crypto";

/** One key per purpose from the one secret, so that a signature for one thing never fits another. */
export function deriveKey(
  secret: string,
  purpose: "access-token" | "refresh-token" | "media-address" | "second-factor" | "stripe-sandbox",
): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "manabiya", purpose, 32));
}
