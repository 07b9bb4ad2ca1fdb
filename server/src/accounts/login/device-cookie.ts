import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteSettings } from "../../config/config.ts";
import { newToken } from "../sessions/token.ts";

const DAY = 24 * 60 * 60;
const FORMAT = /^[\w-]{43}$/;
/** Browsers keep no cookie for longer. */
export const DEVICE_COOKIE_DAYS = 400;

/**
 * The token that identifies a browser at the next login. It gives no access: without it, the owner gets a mail.
 * @returns the cookie's token, or a new one, which the reply sets
 */
export function deviceToken(request: FastifyRequest, reply: FastifyReply, site: SiteSettings): string {
  const isHttps = site.publicUrl.startsWith("https://");
  const name = isHttps ? "__Host-device" : "device";
  const given = request.cookies[name];
  const token = given !== undefined && FORMAT.test(given) ? given : newToken();
  reply.setCookie(name, token, {
    path: "/",
    httpOnly: true,
    secure: isHttps,
    sameSite: isHttps && site.webOrigins.length > 0 ? "none" : "lax",
    maxAge: DEVICE_COOKIE_DAYS * DAY,
  });
  return token;
}
