import { contract } from "@manabiya/contract";
import type { DocumentVersion } from "@manabiya/contract/site/documents.ts";
import {
  NO_SITE_FORM,
  type SiteForm,
  type SitePicture,
  type SiteScreen,
  type StoredSite,
} from "@manabiya/contract/site/form.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import { listVideosWithAnswers } from "../../lists/questions/queries.ts";
import type { StaffContext } from "../context.ts";
import { notFound, validationError } from "../../errors/app-error.ts";
import type { Database } from "../../db/open.ts";
import { formOf } from "../../site/live-site.ts";
import { idsOf, LANDING_FILE, MAIN_FILES } from "../../site/pictures/stored-pictures.ts";
import { insertVersion, keepPictures, listVersions, readPictures, storePicture } from "../../site/queries.ts";
import { encodeSitePicture } from "../../site/pictures/encode.ts";
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
  insert: async (tx, revision, form, at) => {
    await requirePictures(tx, form, at);
    return insertVersion(tx, [revision, JSON.stringify(form), at]);
  },
  logged: ({ current, content, changed }) => {
    const pick = (from: SiteForm) => Object.fromEntries(changed.map((name) => [name, from[name]]));
    return { action: "site.update", id: SITE_ID, before: pick(current.content), after: pick(content) };
  },
  present: flat,
};

export function adminSiteRoutes(context: StaffContext): void {
  const { app, db, site, now } = context;
  const { read, update, addPicture, picture } = contract.adminSite;

  async function screen(): Promise<SiteScreen> {
    const { current, earlier } = await readVersions(db, settings);
    return { current: flat(current), defaults: formOf(site.defaults), earlier: earlier.map(flat) };
  }

  app.answer(read, screen);

  app.answer(update, async ({ body: { revision, ...content }, currentUser }) => {
    const { takesQuestions } = site;
    await saveVersion(context, settings, { content, revision, by: currentUser.id });
    // The search finds answered questions only as long as members see them.
    if (site.takesQuestions !== takesQuestions) {
      await changeCatalogue(context, async (tx) => ({
        result: undefined,
        videoIds: (await listVideosWithAnswers(tx, [])).map(({ video_id }) => video_id),
      }));
    }
    return screen();
  });

  app.answer(addPicture, async ({ body: { kind, picture } }) => {
    const { id, files } = await encodeSitePicture(kind, picture);
    const at = new Date(now()).toISOString();
    await storePicture(db, [id, files.map(([path]) => path), files.map(([, content]) => content), at]);
    return present(id, new Map(files));
  });

  app.answer(picture, async ({ params: { id } }) => {
    const files = await readPictures(db, [[id]]);
    if (files.length === 0) throw notFound("画像");
    return present(id, new Map(files.map(({ path, content }) => [path, content])));
  });
}

function present(id: string, files: ReadonlyMap<string, Buffer>): SitePicture {
  const address = (path: string, type: string) => {
    const content = files.get(path);
    return content === undefined ? null : `data:image/${type};base64,${content.toString("base64")}`;
  };
  return {
    id,
    address:
      address(MAIN_FILES.icon, "png") ??
      address(MAIN_FILES.share_picture, "jpeg") ??
      address(LANDING_FILE, "webp") ??
      "",
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
