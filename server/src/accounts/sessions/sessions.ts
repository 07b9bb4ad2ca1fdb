import { randomUUID } from "node:crypto";
import type { TokenPair } from "@manabiya/contract/accounts/auth.ts";
import { bool, command, type Database, instant, int, nullable, statement, uuid } from "../../db/statement.ts";
import type { AccessTokens } from "./access-token.ts";
import type { RefreshTokens } from "./refresh-token.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Days until a refresh token expires; each use renews a rotating one. */
const REFRESH_TOKEN_DAYS = 30;

/** Days after which a session ends and the password is required again, however often it is used. */
const SESSION_DAYS = 180;

/**
 * Milliseconds in which the token before the current one still works, for two tabs and for a lost response: several
 * times the browser's own timeout, so that a member can press again (decisions/002).
 */
const ROTATION_GRACE = 60_000;

/** Characters of a user agent that are stored. */
export const USER_AGENT_MAX = 300;

export interface Device {
  address: string;
  userAgent: string;
  /** Whether each refresh gives a new refresh token. */
  rotates: boolean;
  /** The name of the provider that logged the member in; null: a password. */
  provider: string | null;
}

export interface SessionTokens {
  access: AccessTokens;
  refresh: RefreshTokens;
}

// `for share` waits for a concurrent change of password or closing of the account, and then sees it.
const insertSession = statement("auth.insert-session", { id: uuid })`
  insert into sessions (id, user_id, rotates, rotated_at, created_at, last_used_at, expires_at, address, user_agent,
                        provider)
  select $1, u.id, $4, $5, $5, $5, $6, $7, $8, $9
    from users u
   where u.id = $2 and u.password_hash = $3 and u.closed_at is null and u.suspended_at is null
     for share
  returning id`;

const advance = statement("auth.advance-session", { id: uuid })`
  update sessions
     set generation = generation + 1, rotated_at = $3, last_used_at = $3,
         expires_at = least($4::timestamptz, created_at + interval '${SESSION_DAYS} days')
   where id = $1 and generation = $2 and rotates and revoked_at is null and expires_at > $3
   returning id`;

const findSession = statement("auth.find-session", {
  generation: int,
  rotates: bool,
  rotated_at: instant,
  revoked_at: nullable(instant),
  expires_at: instant,
})`
  select generation, rotates, rotated_at, revoked_at, expires_at from sessions where id = $1`;

const touch = command("auth.touch-session")`update sessions set last_used_at = $2 where id = $1`;

const revoke = command("auth.revoke-session")`update sessions set revoked_at = $2 where id = $1 and revoked_at is null`;

const removeExpired = command("auth.remove-expired-sessions")`
  delete from sessions where user_id = $1 and expires_at < $2`;

/**
 * Starts a session on a device and deletes the user's expired ones.
 * @param passwordHash the hash that the caller has just verified or set
 * @returns the session's tokens; null when the account was closed or its password changed meanwhile
 */
export async function startSession(
  db: Database,
  tokens: SessionTokens,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  device: Device,
  now: number,
): Promise<TokenPair | null> {
  const id = randomUUID();
  const at = new Date(now).toISOString();
  const { address, rotates, provider } = device;
  const userAgent = device.userAgent.slice(0, USER_AGENT_MAX);
  await removeExpired(db, [userId, at]);
  const values = [id, userId, passwordHash, rotates, at, expiry(now), address, userAgent, provider];
  const inserted = await insertSession(db, values);
  if (inserted.length === 0) return null;
  return { access: tokens.access.issue(id, now), refresh: tokens.refresh.issue(id, 0) };
}

/**
 * Exchanges a refresh token. A token that was used up before ends its session, because somebody copied it.
 * @returns a new access token and, for sessions that rotate, the next refresh token; null when the token is forged,
 * expired, revoked or used up
 */
export async function refreshSession(
  db: Database,
  tokens: SessionTokens,
  token: string,
  now: number,
): Promise<{ access: string; refresh?: string } | null> {
  const named = tokens.refresh.verify(token);
  if (named === null) return null;
  const { sessionId, generation } = named;
  const at = new Date(now).toISOString();
  const access = () => tokens.access.issue(sessionId, now);
  const rotated = await advance(db, [sessionId, generation, at, expiry(now)]);
  if (rotated.length > 0) return { access: access(), refresh: tokens.refresh.issue(sessionId, generation + 1) };

  const [session] = await findSession(db, [sessionId]);
  if (!session || session.revoked_at !== null || Date.parse(session.expires_at) <= now) return null;
  if (!session.rotates) {
    await touch(db, [sessionId, at]);
    return { access: access() };
  }
  const isPrevious = generation === session.generation - 1;
  if (isPrevious && now - Date.parse(session.rotated_at) <= ROTATION_GRACE) {
    return { access: access(), refresh: tokens.refresh.issue(sessionId, session.generation) };
  }
  await revoke(db, [sessionId, at]);
  return null;
}

/** Ends the session of a refresh token; a forged token changes nothing. */
export async function endSession(db: Database, tokens: SessionTokens, token: string, now: number): Promise<void> {
  const named = tokens.refresh.verify(token);
  if (named !== null) await revoke(db, [named.sessionId, new Date(now).toISOString()]);
}

function expiry(now: number): string {
  return new Date(now + REFRESH_TOKEN_DAYS * DAY).toISOString();
}
