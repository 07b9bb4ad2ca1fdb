import type { SiteForm } from "@manabiya/contract/site/form.ts";
import { instant, int, json } from "../db/columns.ts";
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

/** No row: another version has this number. Values: revision, settings, now. */
export const insertVersion = statement(
  "site.insert",
  { revision: int },
  `insert into site_settings (revision, settings, changed_at) values ($1, $2, $3)
   on conflict (revision) do nothing returning revision`,
);
