import type { AdminNotice, NoticeState } from "@manabiya/contract/staff/notices.ts";
import type { NoticeCategory } from "@manabiya/contract/notices/notices.ts";
import { recordChange } from "../../audit/record.ts";
import type { Database } from "../../db/open.ts";
import { conflict, notFound, validationError } from "../../http/app-error.ts";
import * as queries from "./queries.ts";

interface Given {
  notice_category: NoticeCategory;
  notice_title: string;
  notice_content: string;
  state: NoticeState;
  published_at: string | null;
  revision?: number | undefined;
}

/** Who changes it and when: milliseconds since 1970. */
interface Act {
  by: number;
  now: number;
}

/** @throws validation error on `published_at` */
export async function createNotice(tx: Database, given: Given, { by, now }: Act): Promise<AdminNotice> {
  const { notice_category, notice_title, notice_content } = given;
  const published_at = timeOf(given, null, now);
  const at = new Date(now).toISOString();
  const values = [notice_category, notice_title, notice_content, at, published_at];
  const [row] = await queries.insertNotice(tx, values);
  const notice = await lock(tx, row?.id ?? 0, now);
  await recordChange(tx, { by, action: "notice.create", id: notice.id, after: textsOf(notice) }, now);
  return notice;
}

/** A change to what it is already is none. @throws 404, 409 with the notice as it is, validation error */
export async function updateNotice(
  tx: Database,
  id: number,
  given: Given,
  { by, now }: Act,
): Promise<AdminNotice> {
  const current = await lock(tx, id, now);
  const { notice_category, notice_title, notice_content } = given;
  const texts = { notice_category, notice_title, notice_content };
  const published_at = timeOf(given, current, now);
  const before = textsOf(current);
  if (JSON.stringify(before) === JSON.stringify({ ...texts, published_at })) return current;
  if (given.revision !== undefined && given.revision !== current.revision) throw conflict(current);
  await queries.updateNotice(tx, [id, notice_category, notice_title, notice_content, published_at]);
  const after = await lock(tx, id, now);
  await recordChange(tx, { by, action: "notice.update", id, before, after: textsOf(after) }, now);
  return after;
}

/** @returns its title @throws 404, 409 with the notice as it is */
export async function deleteNotice(
  tx: Database,
  id: number,
  revision: number | undefined,
  { by, now }: Act,
): Promise<string> {
  const current = await lock(tx, id, now);
  if (revision !== undefined && revision !== current.revision) throw conflict(current);
  await queries.deleteNotice(tx, [id]);
  await recordChange(tx, { by, action: "notice.delete", id, before: textsOf(current) }, now);
  return current.notice_title;
}

async function lock(tx: Database, id: number, now: number): Promise<AdminNotice> {
  const [notice] = await queries.lockNotice(tx, [new Date(now).toISOString(), id]);
  if (!notice) throw notFound("お知らせ");
  return notice;
}

/** When members see it, by our own clock: a browser's may be wrong. */
function timeOf({ state, published_at }: Given, current: AdminNotice | null, now: number): string | null {
  if (state === "draft") return null;
  if (state === "published") {
    return current?.state === "published" ? current.published_at : new Date(now).toISOString();
  }
  const wanted = new Date(published_at ?? "").toISOString();
  if (Date.parse(wanted) <= now && wanted !== current?.published_at) {
    throw validationError({ published_at: ["公開日時には、これからの日時を入力してください。"] });
  }
  return wanted;
}

function textsOf({ notice_category, notice_title, notice_content, published_at }: AdminNotice) {
  return { notice_category, notice_title, notice_content, published_at };
}
