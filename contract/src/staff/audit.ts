import * as z from "zod/mini";
import { Page, paged } from "../paging.ts";
import { route } from "../route.ts";
import { Instant, opaque } from "../text.ts";

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
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const audit = {
  /** Newest first, optionally of one kind of record or of one record. */
  list: route({
    method: "GET",
    url: "/api/admin/audit/",
    config: { access: "superuser", summary: "List entries of the audit log" },
    schema: {
      querystring: z.object({
        page: Page,
        subject: z.optional(opaque("対象", { max: 30 })),
        subject_id: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
      }),
      response: { 200: paged(AuditEntry) },
    },
  }),
};
