import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteSettings } from "../../config/config.ts";
import { newToken } from "../../crypto/token.ts";

const DAY = 24 * 60 * 60;
const FORMAT = /^[\w-]{43}$/;
/** Browsers keep no cookie for longer. */
export const DEVICE_COOKIE_DAYS = 400;

/**
 * The token that identifies a browser at the next login. It gives no access: without it, the owner gets a mail.
 * @returns the cookie's token, or a new one, which the reply sets
 */
export function deviceToken(request: FastifyRequest, reply: FastifyReply, site: SiteSettings): string {
  const isHttps = isServedByHttps(site);
  const token = givenDeviceToken(request, site) ?? newToken();
  reply.setCookie(cookieName(site), token, {
    path: "/",
    httpOnly: true,
    secure: isHttps,
    sameSite: isHttps && site.webOrigins.length > 0 ? "none" : "lax",
    maxAge: DEVICE_COOKIE_DAYS * DAY,
  });
  return token;
}

/** @returns the cookie's token; undefined without a well-formed one */
export function givenDeviceToken({ cookies }: FastifyRequest, site: SiteSettings): string | undefined {
  const given = cookies[cookieName(site)];
  return given !== undefined && FORMAT.test(given) ? given : undefined;
}

function cookieName(site: SiteSettings): string {
  return isServedByHttps(site) ? "__Host-device" : "device";
}

function isServedByHttps({ publicUrl }: SiteSettings): boolean {
  return publicUrl.startsWith("https://");
}
