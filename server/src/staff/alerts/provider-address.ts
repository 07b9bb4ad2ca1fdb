/** The provider's page names by prefix of the object id. */
const PAGES: Record<string, string> = {
  ch: "payments",
  cus: "customers",
  sub: "subscriptions",
  dp: "disputes",
  du: "disputes",
  price: "prices",
};

/**
 * The provider's page about an object.
 * @param pages see billing/provider/provider.ts
 * @param about an object id, optionally with a suffix, such as "dp_1:lost"
 */
export function providerAddress(pages: string | null, about: string): string | null {
  const id = about.replace(/:.*$/, "");
  const page = PAGES[id.slice(0, id.indexOf("_"))];
  return pages === null || page === undefined ? null : `${pages}/${page}/${encodeURIComponent(id)}`;
}
