import type { TokenPair } from "@manabiya/contract/accounts/auth.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountsContext } from "../context.ts";
import { newDeviceMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { deviceToken } from "./device-cookie.ts";
import { rememberDevice } from "./devices.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { type SessionTokens, startSession, USER_AGENT_MAX } from "../sessions/sessions.ts";

interface Login {
  userId: number;
  email: string;
  /** The hash that the caller has just verified or set. */
  passwordHash: string;
  rotate: boolean | undefined;
  /** The name of the provider that stands for the password. */
  provider?: string | null;
}

type LoginContext = Pick<AccountsContext, "db" | "site" | "wakeMailSender" | "now"> & { tokens: SessionTokens };

/**
 * Starts a session, and warns the account's owner of a new browser.
 * @returns the session's tokens; null when the account was closed or its password changed meanwhile
 */
export async function logIn(
  { db, tokens, site, wakeMailSender, now }: LoginContext,
  { userId, email, passwordHash, rotate, provider = null }: Login,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<TokenPair | null> {
  const userAgent = (request.headers["user-agent"] ?? "").slice(0, USER_AGENT_MAX);
  const seen = { userId, token: deviceToken(request, reply, site), address: request.ip, userAgent };
  const device = { address: request.ip, userAgent, rotates: rotate ?? false, provider };
  let warns = false;
  const token = await db.transaction(async (tx) => {
    const warning = newDeviceMail(site, { recipient: email, ...device, now: now() });
    const sender = { network: clientNetworkOf(request.ip) };
    warns = (await rememberDevice(tx, seen, now())) && (await queueMail(tx, warning, sender, now())) === 0;
    return startSession(tx, tokens, { userId, passwordHash }, device, now());
  });
  if (warns) wakeMailSender();
  return token;
}
