import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * A refresh token is `<session id>.<generation>.<signature>`. It is derived, not stored: a copy of the database holds
 * no token, parallel refreshes have one successor, and an old token differs from a forged one (decisions/002).
 */
export interface RefreshTokens {
  issue(sessionId: string, generation: number): string;
  /** @returns null for a forged token. */
  verify(token: string): { sessionId: string; generation: number } | null;
}

const FORMAT = /^([0-9a-f-]{36})\.(0|[1-9]\d{0,8})\.([\w-]{43})$/;

export function createRefreshTokens(key: Buffer): RefreshTokens {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();
  return {
    issue(sessionId, generation) {
      const text = `${sessionId}.${generation}`;
      return `${text}.${sign(text).toString("base64url")}`;
    },
    verify(token) {
      const [, sessionId, generation, signature] = FORMAT.exec(token) ?? [];
      if (sessionId === undefined || generation === undefined || signature === undefined) return null;
      const expected = sign(`${sessionId}.${generation}`);
      if (!timingSafeEqual(expected, Buffer.from(signature, "base64url"))) return null;
      return { sessionId, generation: Number(generation) };
    },
  };
}
