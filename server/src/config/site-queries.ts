import type { SiteForm } from "@manabiya/contract/site/form.ts";
import { bytes, instant, int, json, text } from "../db/columns.ts";
import { statement } from "../db/statement.ts";

/** The newest first. */
export const listVersions = statement(
  "site.versions",
  { revision: int, settings: json<Partial<SiteForm>>(), changed_at: instant },
  `select revision, settings, changed_at from site_settings order by revision desc limit 20`,
);

export const readNewest = statement(
  "site.newest",
  { revision: int, settings: json<Partial<SiteForm>>() },
  `select revision, settings from site_settings order by revision desc limit 1`,
);

/** Values: ids of pictures. */
export const readPictures = statement(
  "site.pictures",
  { id: text, path: text, content: bytes },
  `select id, path, content from site_pictures where id = any ($1::text[])`,
);

/** The same files have the same id. Values: id, paths, contents, now. */
export const storePicture = statement(
  "site.store-picture",
  {},
  `insert into site_pictures (id, path, content, wanted_at)
   select $1, path, content, $4 from unnest($2::text[], $3::bytea[]) as files (path, content)
   on conflict (id, path) do update set wanted_at = excluded.wanted_at`,
);

/** Protects pictures from a deletion that runs at the same time. Values: ids, now. */
export const keepPictures = statement(
  "site.keep-pictures",
  { id: text, path: text },
  `update site_pictures set wanted_at = $2 where id = any ($1::text[]) returning id, path`,
);

/** No row: another version has this number. Values: revision, settings, now. */
export const insertVersion = statement(
  "site.insert",
  { revision: int },
  `insert into site_settings (revision, settings, changed_at) values ($1, $2, $3)
   on conflict (revision) do nothing returning revision`,
);
