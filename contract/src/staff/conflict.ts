import * as z from "zod/mini";

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
