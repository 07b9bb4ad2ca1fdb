import type { AgreedVersions } from "@manabiya/contract/legal/agreements.ts";

/** The versions of the documents that the page links to. */
export function shownVersions(): AgreedVersions | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="manabiya:legal-versions"]');
  return meta?.content ? (JSON.parse(meta.content) as AgreedVersions) : undefined;
}
