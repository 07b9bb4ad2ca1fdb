import { randomUUID } from "node:crypto";
import { createAccessTokens } from "@manabiya/server/src/accounts/sessions/access-token.ts";
import { deriveKey } from "@manabiya/server/src/crypto/keys.ts";
import { hashPassword } from "@manabiya/server/src/accounts/passwords/password.ts";
import { createRefreshTokens } from "@manabiya/server/src/accounts/sessions/refresh-token.ts";
import type { DatabasePool } from "@manabiya/server/src/db/open.ts";
import { SECRET } from "../servers/server.ts";

export const PASSWORD = "a password of the bench";

const DAY = 24 * 60 * 60 * 1000;

/** Members 1 to `count`, one session each. The first one has the longest history. */
export class Members {
  readonly #sessions: string[];
  readonly #access = createAccessTokens(deriveKey(SECRET, "access-token"));
  readonly #refresh = createRefreshTokens(deriveKey(SECRET, "refresh-token"));

  constructor(sessions: string[]) {
    this.#sessions = sessions;
  }

  get count(): number {
    return this.#sessions.length;
  }

  email(id: number): string {
    return `member-${id}@example.com`;
  }

  /** Headers with a fresh access token. */
  headers(id: number): Record<string, string> {
    const token = this.#access.issue(this.#session(id), Date.now());
    return { authorization: `Bearer ${token}`, "content-type": "application/json" };
  }

  refreshToken(id: number): string {
    return this.#refresh.issue(this.#session(id), 0);
  }

  #session(id: number): string {
    return this.#sessions[(id - 1) % this.#sessions.length] ?? "";
  }
}

/** Creates sessions without token rotation and sets every member's password. */
export async function signIn(db: DatabasePool, count: number): Promise<Members> {
  const sessions = Array.from({ length: count }, () => randomUUID());
  await db.query({
    text: `insert into sessions (id, user_id, rotates, rotated_at, created_at, last_used_at, expires_at, address, user_agent)
           select id, number, false, now(), now(), now(), $2, '127.0.0.1', 'bench'
             from unnest($1::uuid[]) with ordinality as s (id, number)`,
    values: [sessions, new Date(Date.now() + DAY).toISOString()],
  });
  await db.query({
    text: `update users set password_hash = $1 where id <= $2`,
    values: [await hashPassword(PASSWORD), count],
  });
  return new Members(sessions);
}
