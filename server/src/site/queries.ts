import type { SiteDocument } from "@manabiya/contract/site/documents.ts";
import type { SiteForm } from "@manabiya/contract/site/form.ts";
import { bytes, command, instant, int, json, nullable, statement, text, textOf } from "../db/statement.ts";

/** The newest first. */
export const listVersions = statement("site.versions", {
  revision: int,
  settings: json<Partial<SiteForm>>(),
  changed_at: instant,
})`
  select revision, settings, changed_at from site_settings order by revision desc limit 20`;

/** The newest first. Values: document. */
export const listDocumentVersions = statement("site.document_versions", {
  revision: int,
  content: json<object>(),
  changed_at: instant,
})`
  select revision, content, changed_at from site_documents where document = $1 order by revision desc limit 10`;

/** The newest revisions, null for none; `document` null: the settings. Values: all documents. */
export const readRevisions = statement("site.revisions", {
  document: nullable(textOf<SiteDocument>()),
  revision: nullable(int),
})`
  select null as document, (select max(revision) from site_settings) as revision
  union all
  select name, (select max(revision) from site_documents where document = name) from unnest($1::text[]) as name`;

export const readNewest = statement("site.newest", { revision: int, settings: json<Partial<SiteForm>>() })`
  select revision, settings from site_settings order by revision desc limit 1`;

/** Values: document. */
export const readNewestDocument = statement("site.newest_document", {
  revision: int,
  content: json<object>(),
  changed_at: instant,
})`
  select revision, content, changed_at from site_documents where document = $1 order by revision desc limit 1`;

/** Values: ids of pictures. */
export const readPictures = statement("site.pictures", { id: text, path: text, content: bytes })`
  select id, path, content from site_pictures where id = any ($1::text[])`;

/** The same files have the same id. Values: id, paths, contents, now. */
export const storePicture = command("site.store-picture")`
  insert into site_pictures (id, path, content, wanted_at)
  select $1, path, content, $4 from unnest($2::text[], $3::bytea[]) as files (path, content)
  on conflict (id, path) do update set wanted_at = excluded.wanted_at`;

/** Protects pictures from a deletion that runs at the same time. Values: ids, now. */
export const keepPictures = statement("site.keep-pictures", { id: text, path: text })`
  update site_pictures set wanted_at = $2 where id = any ($1::text[]) returning id, path`;

/** No row: another version has this number. Values: revision, settings, now. */
export const insertVersion = statement("site.insert", { revision: int })`
  insert into site_settings (revision, settings, changed_at) values ($1, $2, $3)
  on conflict (revision) do nothing returning revision`;

/** No row: another version has this number. Values: document, revision, content, now. */
export const insertDocumentVersion = statement("site.insert_document", { revision: int })`
  insert into site_documents (document, revision, content, changed_at) values ($1, $2, $3, $4)
  on conflict (document, revision) do nothing returning revision`;
