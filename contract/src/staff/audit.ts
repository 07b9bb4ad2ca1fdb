import * as z from "zod/mini";
import { Page, paged } from "../paging.ts";
import { call } from "../route.ts";
import { day, Instant, Message, opaque, params, RowId } from "../text.ts";

const Values = z.nullable(z.record(z.string(), z.unknown()));

/** One change by staff. Entries are never changed or deleted. */
export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  /** Null: the command line. */
  user_id: z.nullable(z.int()),
  username: z.nullable(z.string()),
  /** Such as "category.update". */
  action: z.string(),
  /** The kind of record, such as "category". */
  subject: z.string(),
  subject_id: z.int(),
  /** The changed fields. Null: the change created or deleted the record. */
  before: Values,
  after: Values,
  reason: z.nullable(z.string()),
  /** The entries of single records, of an upload for example. `part_of` lists them. */
  part_count: z.int(),
  /** The old values are still there. */
  can_undo: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The kinds of records whose changes can be taken back. Staff without further rights see these in the log. */
export const CONTENT_SUBJECTS = [
  ...["video", "chapter", "captions", "category", "tag", "playlist"],
  ...["home", "notice", "synonyms"],
];

const onDay = z.optional(day("日付を「2026-01-31」の形で入力してください。"));

export const audit = {
  /** Newest first. Without `part_of`, `subject_id` or `trash` a whole upload is one entry. */
  list: call("List entries of the audit log", {
    querystring: z.object({
      page: Page,
      /** With the uploads of this kind of record. */
      subject: z.optional(opaque("対象", { max: 30 })),
      subject_id: z.optional(RowId),
      /** The user's id. */
      by: z.optional(RowId),
      /** Days in Japan, both included. */
      from: onDay,
      to: onDay,
      part_of: z.optional(RowId),
      /** Only the last entries of deleted records that can come back. */
      trash: z._default(z.stringbool(), false),
    }),
    response: { 200: paged(AuditEntry) },
  }),
  people: call("List the users who are in the audit log", {
    response: { 200: z.array(z.object({ id: z.int(), username: z.string() })) },
  }),
};

/** Records in conflict that a preview shows, and those without one. */
export const UNDO_CONFLICTS_MAX = 500;
export const UNDO_SHOWN_MAX = 50;

const UndoRecord = z.object({
  subject: z.string(),
  id: z.int(),
  title: z.string(),
  /** `gone`: the record was deleted since. `none`: it is as it was before already. */
  deed: z.enum(["change", "restore", "delete", "gone", "none"]),
  /** Of a change those that differ; of a deletion those that somebody changed since. */
  fields: z.array(
    z.object({
      name: z.string(),
      /** Names the field in `overwrite`. */
      key: z.string(),
      /** After the change that is taken back, now, and afterwards. */
      was: z.unknown(),
      now: z.unknown(),
      back: z.unknown(),
      /** Somebody changed the field since. */
      is_conflict: z.boolean(),
    }),
  ),
});
export type UndoRecord = z.infer<typeof UndoRecord>;

export const UndoPreview = z.object({
  /** Records that change if no conflict is overwritten. */
  change_count: z.int(),
  /** Records with a conflict. */
  conflict_count: z.int(),
  gone_count: z.int(),
  /** Of the conflicts. */
  state: z.string(),
  /** Those with a conflict come first. */
  records: z.array(UndoRecord),
});
export type UndoPreview = z.infer<typeof UndoPreview>;

const OVERWRITES_MAX = 5_000;

const UndoAnswer = z.object({ message: Message.shape.message, count: z.int() });
export type UndoAnswer = z.infer<typeof UndoAnswer>;

export const adminUndo = {
  preview: call("Show what taking back an entry of the audit log changes", { params, response: { 200: UndoPreview } }),
  /** All in one transaction. 409: a record changed since the preview, or a name is taken. */
  undo: call("Take back an entry of the audit log, with all its parts", {
    params,
    body: z.object({
      /** From the preview. */
      state: opaque("確認した内容", { max: 64 }),
      /** Keys of fields in conflict that are overwritten. The others stay as they are. */
      overwrite: z.array(opaque("項目", { max: 100 })).check(z.maxLength(OVERWRITES_MAX)),
    }),
    response: { 200: UndoAnswer },
    errors: [409],
  }),
};
