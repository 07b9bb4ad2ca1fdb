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
  const token = givenDeviceToken(request, site) ?? newToken();
  const { name, options } = ownCookie(site, "device");
  reply.setCookie(name, token, { ...options, maxAge: DEVICE_COOKIE_DAYS * DAY });
  return token;
}

/** @returns the cookie's token; undefined without a well-formed one */
export function givenDeviceToken({ cookies }: FastifyRequest, site: SiteSettings): string | undefined {
  const given = cookies[ownCookie(site, "device").name];
  return given !== undefined && FORMAT.test(given) ? given : undefined;
}

/** A cookie that scripts cannot read, and that no other host can set. */
export function ownCookie({ publicUrl, webOrigins }: SiteSettings, name: string) {
  const isHttps = publicUrl.startsWith("https://");
  const sameSite = isHttps && webOrigins.length > 0 ? "none" : "lax";
  const options = { path: "/", httpOnly: true, secure: isHttps, sameSite } as const;
  return { name: isHttps ? `__Host-${name}` : name, options };
}
