import { staff } from "@manabiya/contract";
import {
  NO_SITE_FORM,
  type SiteForm,
  type SitePicture,
  type SiteScreen,
  type StoredSite,
} from "@manabiya/contract/site/form.ts";
import { recordChange } from "../../audit/record.ts";
import type { AppContext } from "../../http/app-context.ts";
import { conflict, notFound, validationError } from "../../http/app-error.ts";
import type { Database } from "../../db/open.ts";
import { formOf } from "../../config/live-site.ts";
import { idsOf, MAIN_FILES } from "../../config/site-pictures.ts";
import { insertVersion, keepPictures, listVersions, readPictures, storePicture } from "../../config/site-queries.ts";
import { encodeSitePicture } from "../../files/site-pictures/encode.ts";
import { requireSuperuser } from "../members/edit-member.ts";

/** The record of the log. There is one site. */
const SITE_ID = 1;

const NOTHING_STORED: StoredSite = { ...NO_SITE_FORM, revision: 0, changed_at: null };

export function adminSiteRoutes({ app, db, site, now }: AppContext): void {
  const { read, update, addPicture, picture } = staff.adminSite;

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
        await requirePictures(tx, form, at);
        const stored = await insertVersion(tx, [current.revision + 1, JSON.stringify(form), at]);
        if (stored.length === 0) throw conflict((await versions(tx))[0]);
        await recordChange(tx, { by: currentUser.id, action: "site.update", id: SITE_ID, before, after }, now());
      });
      await site.reload();
      return screen();
    },
  });

  app.route({
    ...addPicture,
    handler: async ({ body: { kind, picture } }) => {
      const { id, files } = await encodeSitePicture(kind, picture);
      const at = new Date(now()).toISOString();
      await storePicture(db, [id, files.map(([path]) => path), files.map(([, content]) => content), at]);
      return present(id, new Map(files));
    },
  });

  app.route({
    ...picture,
    handler: async ({ params: { id } }) => {
      const files = await readPictures(db, [[id]]);
      if (files.length === 0) throw notFound("画像");
      return present(id, new Map(files.map(({ path, content }) => [path, content])));
    },
  });
}

function present(id: string, files: ReadonlyMap<string, Buffer>): SitePicture {
  const address = (path: string, type: string) => {
    const content = files.get(path);
    return content === undefined ? null : `data:image/${type};base64,${content.toString("base64")}`;
  };
  return {
    id,
    address: address(MAIN_FILES.icon, "png") ?? address(MAIN_FILES.share_picture, "jpeg") ?? "",
    maskable: address("/icon-maskable.png", "png"),
  };
}

/** @throws AppError 400 about the field whose picture was deleted, or is of the other kind */
async function requirePictures(tx: Database, form: SiteForm, at: string): Promise<void> {
  const stored = await keepPictures(tx, [idsOf(form), at]);
  for (const kind of ["icon", "share_picture"] as const) {
    const isStored = stored.some(({ id, path }) => id === form[kind] && path === MAIN_FILES[kind]);
    if (form[kind] !== null && !isStored) {
      throw validationError({ [kind]: ["この画像は保存されていません。画像をもう一度選択してください。"] });
    }
  }
}

function differences(current: SiteForm, form: SiteForm) {
  const changed = (Object.keys(form) as (keyof SiteForm)[]).filter((name) => form[name] !== current[name]);
  const pick = (from: SiteForm) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { before: pick(current), after: pick(form) };
}
