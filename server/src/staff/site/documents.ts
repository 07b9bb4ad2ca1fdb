import {
  DOCUMENT_NAMES,
  type DocumentContent,
  type DocumentScreen,
  fitContent,
  SITE_DOCUMENTS,
  type SiteDocument,
} from "@manabiya/contract/site/documents.ts";
import { insertDocumentVersion, listDocumentVersions } from "../../site/queries.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { readVersions, saveVersion, type Versioned } from "./versions.ts";

/** Reads and publishes one document, for the handlers of its screen's two calls. */
export function siteDocument<C extends object>(
  context: StaffContext,
  document: SiteDocument,
  content: DocumentContent<C>,
  /** Refuses content that the schema alone cannot judge. */
  check?: (tx: Database, chosen: C, at: string) => Promise<void>,
) {
  const name = DOCUMENT_NAMES[document];
  const versioned: Versioned<C> = {
    defaults: content.defaults,
    publishesDefaults: true,
    list: async (tx) =>
      (await listDocumentVersions(tx, [document])).map((version) => ({
        ...version,
        content: fitContent(content, version.content),
      })),
    insert: async (tx, revision, chosen, at) => {
      await check?.(tx, chosen, at);
      return insertDocumentVersion(tx, [document, revision, JSON.stringify(chosen), at]);
    },
    // The versions themselves hold the texts.
    logged: ({ current }) => ({
      action: "document.update",
      id: SITE_DOCUMENTS.indexOf(document) + 1,
      before: { document: name, version: current.revision },
      after: { document: name, version: current.revision + 1 },
    }),
  };

  async function screen(): Promise<DocumentScreen<C>> {
    const { current, earlier } = await readVersions(context.db, versioned);
    const first = { content: content.defaults, revision: 0, changed_at: null };
    return { current, earlier: current.revision === 0 ? [] : [...earlier, first] };
  }

  return {
    screen,
    publish: async (body: { content: C; revision?: number | undefined }, by: number) => {
      await saveVersion(context, versioned, { ...body, by });
      return screen();
    },
  };
}
