import { staff } from "@manabiya/contract";
import { NO_SITE_FORM, type SiteForm, type SiteScreen, type StoredSite } from "@manabiya/contract/site/form.ts";
import { recordChange } from "../../audit/record.ts";
import type { AppContext } from "../../http/app-context.ts";
import { conflict } from "../../http/app-error.ts";
import type { Database } from "../../db/open.ts";
import { formOf } from "../../config/live-site.ts";
import { insertVersion, listVersions } from "../../config/site-queries.ts";
import { requireSuperuser } from "../members/edit-member.ts";

/** The record of the log. There is one site. */
const SITE_ID = 1;

const NOTHING_STORED: StoredSite = { ...NO_SITE_FORM, revision: 0, changed_at: null };

export function adminSiteRoutes({ app, db, site, now }: AppContext): void {
  const { read, update } = staff.adminSite;

  async function versions(tx: Database): Promise<[current: StoredSite, ...earlier: StoredSite[]]> {
    const stored = (await listVersions(tx, [])).map(({ settings, ...version }) => ({
      ...NO_SITE_FORM,
      ...settings,
      ...version,
    }));
    const [current = NOTHING_STORED, ...earlier] = stored;
    return [current, ...earlier];
  }

  async function screen(): Promise<SiteScreen> {
    const [current, ...earlier] = await versions(db);
    return { current, defaults: formOf(site.defaults), earlier };
  }

  app.route({ ...read, handler: screen });

  app.route({
    ...update,
    handler: async ({ body: { revision, ...form }, currentUser }) => {
      await db.transaction(async (tx) => {
        await requireSuperuser(tx, currentUser.id);
        const [current] = await versions(tx);
        if (revision !== undefined && revision !== current.revision) throw conflict(current);
        const { before, after } = differences(current, form);
        if (Object.keys(after).length === 0) return;
        const at = new Date(now()).toISOString();
        const stored = await insertVersion(tx, [current.revision + 1, JSON.stringify(form), at]);
        if (stored.length === 0) throw conflict((await versions(tx))[0]);
        await recordChange(tx, { by: currentUser.id, action: "site.update", id: SITE_ID, before, after }, now());
      });
      await site.reload();
      return screen();
    },
  });
}

function differences(current: SiteForm, form: SiteForm) {
  const changed = (Object.keys(form) as (keyof SiteForm)[]).filter((name) => form[name] !== current[name]);
  const pick = (from: SiteForm) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { before: pick(current), after: pick(form) };
}
