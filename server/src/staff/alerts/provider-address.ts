/** What the provider calls its pages, by what the ids of the objects begin with. */
const PAGES: Record<string, string> = { sub: "subscriptions", dp: "disputes", du: "disputes" };

/**
 * Where the card provider shows staff what an alert is about, such as a subscription's id or "dp_1:lost".
 * `pages`: see billing/provider/provider.ts
 */
export function providerAddress(pages: string | null, about: string): string | null {
  const id = about.replace(/:.*$/, "");
  const page = PAGES[id.slice(0, id.indexOf("_"))];
  return pages === null || page === undefined ? null : `${pages}/${page}/${encodeURIComponent(id)}`;
}
