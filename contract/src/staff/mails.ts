import * as z from "zod/mini";
import { route } from "../route.ts";
import { Instant, Message, RowId } from "../text.ts";

/** A mail that could not be handed over at the first try. */
export const FailedMail = z.object({
  id: z.int(),
  recipient: z.string(),
  subject: z.string(),
  created_at: Instant,
  attempts: z.int(),
  last_error: z.string(),
  /** When it is tried again; null: not any more. */
  next_attempt_at: z.nullable(Instant),
});
export type FailedMail = z.infer<typeof FailedMail>;

export const adminMails = {
  /** The oldest first, at most a hundred. */
  failed: route({
    method: "GET",
    url: "/api/admin/mails/failed/",
    config: { access: "staff", summary: "List emails that could not be sent" },
    schema: { response: { 200: z.array(FailedMail) } },
  }),
  /** Tries once more at once. */
  retry: route({
    method: "POST",
    url: "/api/admin/mails/:id/retry/",
    config: { access: "staff", summary: "Send a failed email again" },
    schema: { params: z.object({ id: RowId }), response: { 200: Message } },
  }),
};
