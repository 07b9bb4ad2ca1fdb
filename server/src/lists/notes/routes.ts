import { contract } from "@manabiya/contract";
import type { Note } from "@manabiya/contract/lists/notes.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { referenceValues } from "../../catalogue/videos/reference.ts";
import type { CatalogueContext } from "../../catalogue/context.ts";
import { AppError, notFound, only } from "../../errors/app-error.ts";
import { paginate } from "../../http/paging.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { notesAsMarkdown } from "./markdown.ts";
import * as queries from "./queries.ts";
import { storeSearchTexts } from "./search-text.ts";

export function noteRoutes({ app, db, site, now }: CatalogueContext): void {
  const { list, ofVideo, write, remove, export: download } = contract.notes;

  app.answer(list, async ({ query: { page, q }, currentUser, url }) => {
    if (q !== "") await storeSearchTexts(db, currentUser.id);
    const values = [currentUser.id, normalizeForSearch(q), PAGE_SIZE, (page - 1) * PAGE_SIZE];
    const rows = await queries.listNotes(db, values);
    const results = rows.flatMap(({ count: _count, id, ...note }) => (id === null ? [] : [{ id, ...note } as Note]));
    return paginate(url, { page, size: PAGE_SIZE, count: rows[0]?.count ?? 0, results });
  });

  app.answer(ofVideo, async ({ params: { id }, currentUser }) => {
    const at = now();
    const values = [...referenceValues(id, currentUser, at), new Date(at).toISOString()];
    const video = only(await queries.findVideo(db, values), "動画");
    return { results: await queries.listNotesOfVideo(db, [currentUser.id, video.id]) };
  });

  app.answer(write, async ({ params: { id }, body, currentUser }) => {
    const at = new Date(now()).toISOString();
    const { video_id, kind, second, text, link, done_on, revision } = body;
    const fields = { kind, second, text, link, done_on };
    const [present] = await queries.findNote(db, [currentUser.id, id]);
    if (!present) {
      // Also when it was deleted meanwhile: what the member typed is not lost.
      const values = [currentUser.id, id, at, video_id, ...Object.values(fields)];
      const [created] = await queries.insertNote(db, values);
      if (created) return created;
      if ((await queries.seeVideo(db, [video_id, at])).length === 0) throw notFound("動画");
      // A concurrent repetition may have stored it.
      const [stored] = await queries.findNote(db, [currentUser.id, id]);
      if (!stored) throw tooMany();
      return stored;
    }
    if (isSame(present, fields)) return present;
    const values = [currentUser.id, id, at, ...Object.values(fields), revision];
    const [changed] = await queries.updateNote(db, values);
    if (changed) return changed;
    const [current = present] = await queries.findNote(db, [currentUser.id, id]);
    if (current.revision === revision) throw tooMany();
    throw new AppError(409, "conflict", "このメモは別の画面で先に変更されています。", { current });
  });

  app.answer(remove, async ({ params: { id }, currentUser }) => ({
    deleted: (await queries.removeNote(db, [currentUser.id, id])).length > 0,
  }));

  app.answer(download, async ({ currentUser }) => {
    await countHit(db, "dataExport", { member: currentUser.id }, now());
    return { markdown: notesAsMarkdown(await queries.listAllNotes(db, [currentUser.id]), site.publicUrl) };
  });
}

/** A repeated request finds its own note. */
function isSame(note: Note, fields: Partial<Note>): boolean {
  return (Object.keys(fields) as (keyof Note)[]).every((name) => note[name] === fields[name]);
}

function tooMany(): AppError {
  const [ofVideo, all] = [queries.VIDEO_NOTES_MAX, queries.NOTES_MAX].map((count) => count.toLocaleString("ja"));
  const message = `メモは1本の動画に${ofVideo}件、合計${all}件、本文とリンク、動画のタイトルを合わせて約50万文字までです。不要なメモを削除してください。`;
  return new AppError(400, "too_many_notes", message);
}
