import * as z from "zod/mini";
import { call } from "../route.ts";
import { chosenInstant, Instant, Message, params, text } from "../text.ts";
import { edited, Revision } from "./conflict.ts";

export const MAILING_SUBJECT_MAX = 100;
const MAILING_BODY_MAX = 10_000;

/** The members to whom a notice goes by mail. */
export const MailAudience = z.enum(["all", "trial", "ended"], { error: "送信先を選択してください。" });
export type MailAudience = z.infer<typeof MailAudience>;

const Counts = z.object({
  waiting: z.int(),
  sent: z.int(),
  /** Members who refused, closed their account, or left the audience before their turn. */
  skipped: z.int(),
  /** Addresses that the mail server refused. */
  failed: z.int(),
  /** The mail server got the mail and gave no answer. They are not sent again. */
  unanswered: z.int(),
});
export type MailCounts = z.infer<typeof Counts>;

export const AutomaticMail = z.object({
  id: z.int(),
  key: z.enum(["welcome", "trial_ending", "trial_ended", "digest"]),
  is_on: z.boolean(),
  subject: z.string(),
  body: z.string(),
  revision: z.int(),
  /** The mail as members see it, for some minutes. */
  preview_url: z.string(),
  counts: Counts,
});
export type AutomaticMail = z.infer<typeof AutomaticMail>;

export const AutomaticMailBody = z.object({
  is_on: z.boolean({ error: "オンまたはオフを選択してください。" }),
  subject: text("件名", { max: MAILING_SUBJECT_MAX }),
  body: text("本文", { max: MAILING_BODY_MAX }),
  revision: Revision,
});

const NoticeMail = z.object({
  audience: MailAudience,
  /** Null: stopped. The mail never begins before the notice's publication. */
  send_at: z.nullable(Instant),
  /** When its recipients were listed; from then it can only be stopped. */
  listed_at: z.nullable(Instant),
  counts: Counts,
});

export const NoticeMailState = z.object({
  /** False while the site names no sender: then no such mail is sent. */
  has_sender: z.boolean(),
  /** Mails a minute. */
  rate: z.int(),
  /** Members who would get it now. */
  members: z.object({ all: z.int(), trial: z.int(), ended: z.int() }),
  mail: z.nullable(NoticeMail),
  preview_url: z.string(),
});
export type NoticeMailState = z.infer<typeof NoticeMailState>;

export const NoticeMailBody = z.object({
  audience: MailAudience,
  /** Null: at once, or with the notice's publication. */
  send_at: z._default(z.nullable(chosenInstant("送信日時を入力してください。")), null),
});

export const mailings = {
  automatic: call("List the automatic mails", {
    response: { 200: z.object({ has_sender: z.boolean(), mails: z.array(AutomaticMail) }) },
  }),
  update: call("Switch and edit an automatic mail", {
    params,
    body: AutomaticMailBody,
    response: edited(AutomaticMail),
  }),
  test: call("Send an automatic mail to oneself", { params, response: { 200: Message }, errors: [429] }),
  notice: call("Read a notice's mail", { params, response: { 200: NoticeMailState } }),
  /** One mail per notice; until it begins, a second call changes it. */
  send: call("Send a notice by mail", {
    params,
    body: NoticeMailBody,
    response: { 200: NoticeMailState },
    errors: [400],
  }),
  /** Members who have the mail keep it; the others get none. */
  stop: call("Stop a notice's mail", { params, response: { 200: NoticeMailState } }),
  testNotice: call("Send a notice by mail to oneself", { params, response: { 200: Message }, errors: [429] }),
};
