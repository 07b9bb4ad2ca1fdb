import type { TokenPair } from "@manabiya/contract/accounts/auth.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../http/app-context.ts";
import { newDeviceMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { deviceToken } from "./device-cookie.ts";
import { rememberDevice } from "./devices.ts";
import { takeHit } from "./rate-limit.ts";
import { type SessionTokens, startSession, USER_AGENT_MAX } from "../sessions/sessions.ts";

/** Mails per account: a thief of the password must not fill the owner's mailbox with warnings. */
const WARNINGS = { hits: 5, seconds: 60 * 60 };

interface Login {
  userId: number;
  email: string;
  /** The hash that the caller has just verified or set. */
  passwordHash: string;
  rotate: boolean | undefined;
}

type LoginContext = Pick<AppContext, "db" | "site" | "wakeMailSender" | "now"> & { tokens: SessionTokens };

/**
 * Starts a session, and warns the account's owner of a new browser.
 * @returns the session's tokens; null when the account was closed or its password changed meanwhile
 */
export async function logIn(
  { db, tokens, site, wakeMailSender, now }: LoginContext,
  { userId, email, passwordHash, rotate }: Login,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<TokenPair | null> {
  const userAgent = (request.headers["user-agent"] ?? "").slice(0, USER_AGENT_MAX);
  const seen = { userId, token: deviceToken(request, reply, site), address: request.ip, userAgent };
  const device = { address: request.ip, userAgent, rotates: rotate ?? false };
  let warns = false;
  const token = await db.transaction(async (tx) => {
    const isNew = await rememberDevice(tx, seen, now());
    warns = isNew && (await takeHit(tx, `new-device:${userId}`, WARNINGS, now())) === 0;
    if (warns) await queueMail(tx, newDeviceMail(site, { recipient: email, ...device, now: now() }), now());
    return startSession(tx, tokens, { userId, passwordHash }, device, now());
  });
  if (warns) wakeMailSender();
  return token;
}
