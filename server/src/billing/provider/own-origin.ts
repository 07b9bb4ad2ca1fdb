import type { SiteSettings } from "../../config/config.ts";
import { validationError } from "../../http/app-error.ts";

/** What the provider puts the session's id in place of. */
export const SESSION_PLACEHOLDER = "{CHECKOUT_SESSION_ID}";

const FOREIGN = "このサイトのURLを指定してください。";

/**
 * Addresses that the provider sends members back to must be ours, or anybody could lead them elsewhere from its pages.
 * @throws validation error by field
 */
export function requireOwnOrigin(site: SiteSettings, addresses: Record<string, string>): void {
  const own = ownOrigins(site);
  const faults = Object.entries(addresses).filter(([, address]) => !isOn(own, address));
  if (faults.length === 0) return;
  throw validationError(Object.fromEntries(faults.map(([field]) => [field, [FOREIGN]])));
}

/** In the demo and in development the two names of this machine are one place. */
function ownOrigins(site: SiteSettings): string[] {
  const { origin, hostname, protocol, port } = new URL(site.publicUrl);
  const twin = hostname === "localhost" ? [`${protocol}//127.0.0.1${port && `:${port}`}`] : [];
  return [origin, ...twin, ...site.webOrigins];
}

function isOn(origins: string[], address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return origins.includes(url.origin) && url.username === "" && url.password === "";
}
