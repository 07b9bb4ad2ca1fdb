import { SOURCE_MAX } from "@manabiya/contract/accounts/auth.ts";

/**
 * The campaign or the site that led to this page; undefined: unknown. The landing pages have no script and set no cookie:
 * their address, which the browser names as the referrer, carries the campaign.
 */
export function visitSource(): string | undefined {
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
  const campaign = (search: string | undefined) => new URLSearchParams(search).get("utm_source");
  const source =
    campaign(location.search) ?? (from?.host === location.host ? campaign(from.search) : (from?.hostname ?? null));
  return source?.slice(0, SOURCE_MAX).toWellFormed().replaceAll("\0", "") || undefined;
}
