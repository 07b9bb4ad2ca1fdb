import { createHash, randomBytes } from "node:crypto";

/** 256 random bits in the characters of a URL. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token. A token is as random as its hash, so it needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
