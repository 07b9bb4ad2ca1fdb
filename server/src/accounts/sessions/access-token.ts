import { createSigner, createVerifier } from "fast-jwt";
import { LRUCache } from "lru-cache";

/** Seconds that an access token lives. */
export const ACCESS_TOKEN_SECONDS = 10 * 60;

/** Half a kB each. */
const VERIFIED_KEPT = 5_000;

/** JWTs that name a session. `now` is in milliseconds since 1970. */
export interface AccessTokens {
  issue(sessionId: string, now: number): string;
  /** @returns the session's id; null for anything forged, malformed or expired. */
  verify(token: string, now: number): string | null;
}

interface Claims {
  sid: string;
  /** Seconds since 1970. */
  exp: number;
}

export function createAccessTokens(key: Buffer): AccessTokens {
  const sign = createSigner({ key, algorithm: "HS256", noTimestamp: true });
  // The expiry is compared with the injected clock below, so a kept token may be older than it lives.
  const verify = createVerifier({ key, algorithms: ["HS256"], ignoreExpiration: true });
  // By the token as it is; the library's own cache hashes it first, which takes as long as to verify it.
  const verified = new LRUCache<string, Claims>({ max: VERIFIED_KEPT });

  /** @throws for what we did not sign */
  function claimsOf(token: string): Claims | null {
    const known = verified.get(token);
    if (known) return known;
    const { sid, exp } = verify(token) as { sid?: unknown; exp?: unknown };
    if (typeof sid !== "string" || typeof exp !== "number") return null;
    const claims = { sid, exp };
    verified.set(token, claims);
    return claims;
  }

  return {
    issue: (sessionId, now) => sign({ sid: sessionId, exp: Math.floor(now / 1000) + ACCESS_TOKEN_SECONDS }),
    verify(token, now) {
      try {
        const claims = claimsOf(token);
        return claims && now < claims.exp * 1000 ? claims.sid : null;
      } catch {
        return null;
      }
    },
  };
}
