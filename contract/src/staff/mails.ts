import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant, Message, params } from "../text.ts";

/** An email whose first delivery attempt failed. */
export const FailedMail = z.object({
  id: z.int(),
  recipient: z.string(),
  subject: z.string(),
  created_at: Instant,
  attempts: z.int(),
  last_error: z.string(),
  /** The code by which the recipient was refused for good; null: not for good. */
  refused_code: z.nullable(z.string()),
  /** The open account that the mail is about; null: none. */
  member_id: z.nullable(z.int()),
  /** Null: no further attempt. */
  next_attempt_at: z.nullable(Instant),
});
export type FailedMail = z.infer<typeof FailedMail>;

export const adminMails = {
  /** Oldest first, at most 100. */
  failed: call("List emails that could not be sent", { response: { 200: z.array(FailedMail) } }),
  /** Starts another attempt immediately, to the present address of the member whom the mail is about. */
  retry: call("Send a failed email again", { params, response: { 200: Message } }),
  discard: call("Delete a failed email", { params, response: { 200: Message } }),
};
