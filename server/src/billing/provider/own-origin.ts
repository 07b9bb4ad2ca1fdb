import type { SiteSettings } from "../../config/config.ts";
import { validationError } from "../../http/app-error.ts";

const FOREIGN = "このサイトのURLを指定してください。";

/**
 * Return addresses must be on our origin: any other one would make the provider's page an open redirect.
 * @throws 400 by field
 */
export function requireOwnOrigin(site: SiteSettings, addresses: Record<string, string>): void {
  const own = ownOrigins(site);
  const foreign = Object.entries(addresses).filter(([, address]) => !isOn(own, address));
  if (foreign.length === 0) return;
  throw validationError(Object.fromEntries(foreign.map(([field]) => [field, [FOREIGN]])));
}

/** `localhost` and `127.0.0.1` are the same origin in the demo and in development. */
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
