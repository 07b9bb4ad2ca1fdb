import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant } from "../text.ts";

/** Mails that a member may refuse. Mails about the account and about payments always come. */
export const MailChoices = z.object({
  /** Notices, the trial, the welcome: every mail that advertises. */
  advertising: z.boolean(),
  /** The weekly digest of new videos. */
  digest: z.boolean(),
  /** A mail about each answer to the member's questions. */
  answers: z.boolean(),
  /** Since when the address refuses mails; null: it takes them. */
  undeliverable_since: z.nullable(Instant),
});
export type MailChoices = z.infer<typeof MailChoices>;

const choice = z.boolean({ error: "メールの設定が正しくありません。" });

export const mailChoicesCalls = {
  get: call("Read which mails the member receives", { response: { 200: MailChoices } }),
  /** Without `advertising` there is no digest either. Without `answers`, that choice stays. */
  set: call("Choose which mails to receive", {
    body: z.object({ advertising: choice, digest: choice, answers: z.optional(choice) }),
    response: { 200: MailChoices },
  }),
};
