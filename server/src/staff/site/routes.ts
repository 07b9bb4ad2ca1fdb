import { staff } from "@manabiya/contract";
import type { DocumentVersion } from "@manabiya/contract/site/documents.ts";
import { NO_SITE_FORM, type SiteForm, type SiteScreen, type StoredSite } from "@manabiya/contract/site/form.ts";
import type { AppContext } from "../../http/app-context.ts";
import { formOf } from "../../config/live-site.ts";
import { insertVersion, listVersions } from "../../config/site-queries.ts";
import { readVersions, saveVersion, type Versioned } from "./versions.ts";

/** The record of the log. There is one site. */
const SITE_ID = 1;

const flat = ({ content, ...version }: DocumentVersion<SiteForm>): StoredSite => ({ ...content, ...version });

const settings: Versioned<SiteForm> = {
  defaults: NO_SITE_FORM,
  list: async (tx) =>
    (await listVersions(tx, [])).map((version) => ({
      content: { ...NO_SITE_FORM, ...version.settings },
      revision: version.revision,
      changed_at: version.changed_at,
    })),
  insert: (tx, revision, form, at) => insertVersion(tx, [revision, JSON.stringify(form), at]),
  logged: ({ current, content, changed }) => {
    const pick = (from: SiteForm) => Object.fromEntries(changed.map((name) => [name, from[name]]));
    return { action: "site.update", id: SITE_ID, before: pick(current.content), after: pick(content) };
  },
  present: flat,
};

export function adminSiteRoutes(context: AppContext): void {
  const { app, db, site } = context;
  const { read, update } = staff.adminSite;

  async function screen(): Promise<SiteScreen> {
    const { current, earlier } = await readVersions(db, settings);
    return { current: flat(current), defaults: formOf(site.defaults), earlier: earlier.map(flat) };
  }

  app.route({ ...read, handler: screen });

  app.route({
    ...update,
    handler: async ({ body: { revision, ...content }, currentUser }) => {
      await saveVersion(context, settings, { content, revision, by: currentUser.id });
      return screen();
    },
  });
}
