import * as z from "zod/mini";

/**
 * The `revision` of a record as it was when the editing began. A caller that sends it back is told (409) when
 * somebody else changed the record meanwhile; one that does not, overwrites.
 */
export const Revision = z.optional(z.int({ error: "revisionが正しくありません。" }).check(z.minimum(1)));

/** The same for a call without a body, as `?revision=3`. */
export const RevisionQuery = z.object({
  revision: z.optional(
    z.coerce.number({ error: "revisionが正しくありません。" }).check(z.int(), z.minimum(1)),
  ),
});

/** The answer to a change of a record that is no longer as the caller saw it: `current` is how it is now. */
export function conflictWith<T extends z.ZodMiniType>(record: T) {
  return z.object({ error: z.string(), type: z.literal("conflict"), message: z.string(), current: record });
}
