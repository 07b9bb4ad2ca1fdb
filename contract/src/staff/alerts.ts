import * as z from "zod/mini";
import { Page, paged } from "../paging.ts";
import { route } from "../route.ts";
import { Instant, RowId } from "../text.ts";

/** A charge or subscription that no program should decide about. */
export const StaffAlert = z.object({
  id: z.int(),
  /** Such as "dispute"; the screen knows a title for each. */
  kind: z.string(),
  /** What happened, in Japanese. */
  message: z.string(),
  /** Yen; null: none is known. */
  amount: z.nullable(z.int()),
  /** Null: nobody here, or nobody any more. */
  member: z.nullable(z.object({ id: z.int(), username: z.string() })),
  /** Where the card provider shows it; null: the provider has no such page, as in the demo. */
  provider_url: z.nullable(z.string()),
  created_at: Instant,
  /** Null: nobody has dealt with it yet. */
  resolved_at: z.nullable(Instant),
});
export type StaffAlert = z.infer<typeof StaffAlert>;

export const AlertState = z.enum(["open", "resolved"], { error: "状態が正しくありません。" });
export type AlertState = z.infer<typeof AlertState>;

/** Superusers only: they look after members and their money. */
export const adminAlerts = {
  /** Newest first. */
  list: route({
    method: "GET",
    url: "/api/admin/alerts/",
    config: { access: "superuser", summary: "List billing alerts" },
    schema: {
      querystring: z.object({ state: z._default(AlertState, "open"), page: Page }),
      response: { 200: paged(StaffAlert) },
    },
  }),
  /** Says that it was dealt with, or takes that back. */
  resolve: route({
    method: "PUT",
    url: "/api/admin/alerts/:id/resolved/",
    config: { access: "superuser", summary: "Mark a billing alert as resolved or open" },
    schema: {
      params: z.object({ id: RowId }),
      body: z.object({ is_resolved: z.boolean({ error: "is_resolvedが正しくありません。" }) }),
      response: { 200: StaffAlert },
    },
  }),
};
