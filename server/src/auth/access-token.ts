import { createSigner, createVerifier } from "fast-jwt";

/** Seconds that an access token lives. */
export const ACCESS_TOKEN_SECONDS = 10 * 60;

const VERIFIED_KEPT = 5_000;

/** JWTs that name a session. `now` is in milliseconds since 1970. */
export interface AccessTokens {
  issue(sessionId: string, now: number): string;
  /** @returns the session's id; null for anything forged, malformed or expired. */
  verify(token: string, now: number): string | null;
}

export function createAccessTokens(key: Buffer): AccessTokens {
  const sign = createSigner({ key, algorithm: "HS256", noTimestamp: true });
  // The expiry is compared with the injected clock below, so the cache may hold a token for longer than it lives.
  const verify = createVerifier({ key, algorithms: ["HS256"], cache: VERIFIED_KEPT, ignoreExpiration: true });
  return {
    issue: (sessionId, now) => sign({ sid: sessionId, exp: Math.floor(now / 1000) + ACCESS_TOKEN_SECONDS }),
    verify(token, now) {
      try {
        const { sid, exp } = verify(token) as { sid?: unknown; exp?: unknown };
        return typeof sid === "string" && typeof exp === "number" && now < exp * 1000 ? sid : null;
      } catch {
        return null;
      }
    },
  };
}
