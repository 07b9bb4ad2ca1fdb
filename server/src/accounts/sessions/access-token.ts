import { createSigner, createVerifier } from "fast-jwt";
import { LRUCache } from "lru-cache";

/** Seconds until an access token expires. */
const ACCESS_TOKEN_SECONDS = 10 * 60;

/** Each entry takes half a kB. */
const MAX_VERIFIED = 5_000;

/** JWTs of sessions. `now` is in milliseconds since 1970. */
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
  // `verify` below compares the expiry with the injected clock, for cached tokens too.
  const verify = createVerifier({ key, algorithms: ["HS256"], ignoreExpiration: true });
  // The library's own cache hashes each token first, which takes as long as verifying it.
  const verified = new LRUCache<string, Claims>({ max: MAX_VERIFIED });

  /** @throws for tokens that this key did not sign */
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
