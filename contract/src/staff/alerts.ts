import * as z from "zod/mini";
import { Page, paged } from "../paging.ts";
import { call } from "../route.ts";
import { Instant, params } from "../text.ts";

/** A charge or subscription that a person must review. */
export const StaffAlert = z.object({
  id: z.int(),
  /** Such as "dispute". The screen has a title for each kind. */
  kind: z.string(),
  /** Japanese. */
  message: z.string(),
  /** Yen. Null: unknown. */
  amount: z.nullable(z.int()),
  /** Null: no member, a deleted account, or the caller may not see members. */
  member: z.nullable(z.object({ id: z.int(), username: z.string() })),
  /** Whether staff can say that this payment is ours, or the member's (`connect`). */
  can_connect: z.boolean(),
  /** The page at the card provider. Null: no such page, as in the demo. */
  provider_url: z.nullable(z.string()),
  created_at: Instant,
  /** Null: open. */
  resolved_at: z.nullable(Instant),
});
export type StaffAlert = z.infer<typeof StaffAlert>;

export const AlertState = z.enum(["open", "resolved"], { error: "状態が正しくありません。" });
export type AlertState = z.infer<typeof AlertState>;

export const adminAlerts = {
  /** Newest first. */
  list: call("List billing alerts", {
    querystring: z.object({ state: z._default(AlertState, "open"), page: Page }),
    response: { 200: paged(StaffAlert) },
  }),
  /** Resolves or reopens the alert. */
  resolve: call("Mark a billing alert as resolved or open", {
    params,
    body: z.object({ is_resolved: z.boolean({ error: "is_resolvedが正しくありません。" }) }),
    response: { 200: StaffAlert },
  }),
  /**
   * Gives the member the customer of the alert, or marks its product as ours, and resolves the alert. 409
   * `connect_conflict`: the member has a running contract, or the alert is of another kind.
   */
  connect: call("Connect an unknown payment", { params, response: { 200: StaffAlert }, errors: [409] }),
};
