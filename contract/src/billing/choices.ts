import * as z from "zod/mini";
import { call } from "../route.ts";
import { ScheduledChange } from "./subscription.ts";

/** Calls on a running subscription that the product specification does not name. */
export const planSchedule = {
  /**
   * Access and renewal date stay. 409: as for an immediate change, with `preview_expired` if the price is another than at
   * the preview's `proration_date`.
   */
  create: call("Change to the monthly plan at the end of the paid period", {
    body: z.object({
      new_plan: z.literal("monthly", { error: "期間の終わりに変更できるのは、月額プランだけです。" }),
      proration_date: z.optional(z.int({ error: "proration_dateが正しくありません。" })),
    }),
    response: { 200: z.object({ scheduled_change: ScheduledChange }) },
    errors: [409, 429],
  }),
  /** 409 `change_took_effect` from that day on. */
  undo: call("Take back a change at the end of the paid period", {
    response: { 200: z.object({ scheduled_change: z.null() }) },
    errors: [409, 429],
  }),
};
