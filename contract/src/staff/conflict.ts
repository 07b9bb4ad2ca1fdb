import * as z from "zod/mini";

/** The record's `revision` when the edit began. A stale one causes a 409. Without one the call overwrites. */
export const Revision = z.optional(z.int({ error: "revisionが正しくありません。" }).check(z.minimum(1)));

/** For calls without a body, as `?revision=3`. */
export const RevisionQuery = z.object({
  revision: z.optional(z.coerce.number({ error: "revisionが正しくありません。" }).check(z.int(), z.minimum(1))),
});

/** The response to a stale revision. `current` is the present record. */
export function conflictWith<T extends z.ZodMiniType>(record: T) {
  return z.object({ error: z.string(), type: z.literal("conflict"), message: z.string(), current: record });
}
