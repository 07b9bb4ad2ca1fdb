import { createHash, randomBytes } from "node:crypto";

/** 256 random bits that fit into an address. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What of a token is stored. It is as random as its hash, so it needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
