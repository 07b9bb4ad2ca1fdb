import type { SiteSettings } from "../../config/config.ts";
import { validationError } from "../../errors/app-error.ts";

const FOREIGN = "このサイトのURLを指定してください。";

/**
 * Return addresses must be on our origin: any other one would make the provider's page an open redirect.
 * @returns the addresses as they were understood: browsers read `\` and spaces otherwise than other programs
 * @throws 400 by field
 */
export function requireOwnOrigin<Name extends string>(
  site: SiteSettings,
  addresses: Record<Name, string>,
): Record<Name, string> {
  const own = ownOrigins(site);
  const foreign = Object.entries<string>(addresses).filter(([, address]) => !isOn(own, address));
  if (foreign.length > 0) throw validationError(Object.fromEntries(foreign.map(([field]) => [field, [FOREIGN]])));
  const parsed = Object.entries<string>(addresses).map(([name, address]) => [name, hrefOf(address)]);
  return Object.fromEntries(parsed) as Record<Name, string>;
}

/** The provider replaces its own placeholder only while its braces stand as they are. */
const hrefOf = (address: string) =>
  new URL(address).href.replaceAll("%7BCHECKOUT_SESSION_ID%7D", "{CHECKOUT_SESSION_ID}");

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
