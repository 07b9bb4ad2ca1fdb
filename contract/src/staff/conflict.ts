import * as z from "zod/mini";
import { Message } from "../text.ts";

const error = "revisionが正しくありません。";
/** Within the database's integers. */
const revisions = [z.minimum(0, { error }), z.maximum(2_147_483_647, { error })] as const;

/** The record's `revision` when the edit began; 0: nothing was stored yet. A stale one causes a 409. */
export const SeenRevision = z.int({ error }).check(...revisions);

/** Without one the call overwrites. */
export const Revision = z.optional(SeenRevision);

/** For calls without a body, as `?revision=3`. */
export const RevisionQuery = z.object({
  revision: z.optional(z.coerce.number({ error }).check(z.int({ error }), ...revisions)),
});

/** The response to a stale revision. `current` is the present record. */
export function conflictWith<T extends z.ZodMiniType>(record: T) {
  return z.object({ error: z.string(), type: z.literal("conflict"), message: z.string(), current: record });
}

/** The answers to an edit that replaces the record. */
/* @__NO_SIDE_EFFECTS__ */
export const edited = <T extends z.ZodMiniType>(record: T) => ({ 200: record, 409: conflictWith(record) });

/** The query and the answers of a call that deletes the record. */
/* @__NO_SIDE_EFFECTS__ */
export const deleted = <T extends z.ZodMiniType>(record: T) => ({
  querystring: RevisionQuery,
  response: { 200: Message, 409: conflictWith(record) },
});
