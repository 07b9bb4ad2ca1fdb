import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteSettings } from "../../config/config.ts";
import type { Seal } from "../../crypto/seal.ts";
import { AppError } from "../../errors/app-error.ts";
import { ownCookie } from "../login/device-cookie.ts";
import type { Identity, Secrets } from "./provider.ts";

/** Minutes for which the cookie is good: at the provider, and again until a sign-up or a login has followed. */
const MINUTES = 10;

/** A login that is under way at a provider. */
interface Flow extends Secrets {
  provider: ProviderKey;
  /** To add the provider to the account that is signed in. */
  connects: boolean;
  next: string;
}

/** The two kinds of contents. A cookie sealed as one does not open as the other. */
interface Contents {
  flow: Flow;
  identity: Identity;
}

/**
 * One cookie of the browser that went to the provider, so that no other browser can end its login. The server encrypts it,
 * and stores nothing.
 */
export function loginCookie({ seal, site, now }: { seal: Seal; site: SiteSettings; now: () => number }) {
  const { name, options } = ownCookie(site, "provider-login");
  return {
    keep<K extends keyof Contents>(reply: FastifyReply, kind: K, value: Contents[K]): void {
      const sealed = seal.close(JSON.stringify({ value, until: now() + MINUTES * 60_000 }), kind);
      reply.setCookie(name, sealed, { ...options, maxAge: MINUTES * 60 });
    },
    /** @returns null if this browser has no such login, or its time is over */
    find<K extends keyof Contents>({ cookies }: FastifyRequest, kind: K): Contents[K] | null {
      const text = seal.open(cookies[name] ?? "", kind);
      const found = text === null ? null : (JSON.parse(text) as { value: Contents[K]; until: number });
      return found && found.until > now() ? found.value : null;
    },
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
}

/** Phones come back in another browser, or much later. */
export function loginLost(): AppError {
  const message =
    "ログインの途中で時間が経過したか、ログインを始めたブラウザーとは別のブラウザーでこのページが開かれました。このブラウザーで、もう一度はじめからお試しください。";
  return new AppError(400, "login_lost", message);
}
