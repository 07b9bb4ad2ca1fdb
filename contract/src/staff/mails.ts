import * as z from "zod/mini";
import { route } from "../route.ts";
import { Instant, Message, RowId } from "../text.ts";

/** An email whose first delivery attempt failed. */
export const FailedMail = z.object({
  id: z.int(),
  recipient: z.string(),
  subject: z.string(),
  created_at: Instant,
  attempts: z.int(),
  last_error: z.string(),
  /** Null: no further attempt. */
  next_attempt_at: z.nullable(Instant),
});
export type FailedMail = z.infer<typeof FailedMail>;

export const adminMails = {
  /** Oldest first, at most 100. */
  failed: route({
    method: "GET",
    url: "/api/admin/mails/failed/",
    config: { access: "staff", summary: "List emails that could not be sent" },
    schema: { response: { 200: z.array(FailedMail) } },
  }),
  /** Starts another attempt immediately. */
  retry: route({
    method: "POST",
    url: "/api/admin/mails/:id/retry/",
    config: { access: "staff", summary: "Send a failed email again" },
    schema: { params: z.object({ id: RowId }), response: { 200: Message } },
  }),
};
