import * as z from "zod/mini";
import { DEAD_ADDRESS } from "../../mail/hard-failure.ts";
import { BOUNCED, COMPLAINED } from "../../mail/undeliverable.ts";

/** An address to which no more mails may go. `code`: of SMTP, or `BOUNCED` or `COMPLAINED`. */
export interface Report {
  address: string;
  code: string;
}

const recipients = z.array(z.object({ emailAddress: z.string(), status: z.optional(z.string()) }));

/** Amazon SES, in a notification of SNS or as it is (raw message delivery). */
const Ses = z.object({
  bounce: z.optional(z.object({ bounceType: z.string(), bouncedRecipients: recipients })),
  complaint: z.optional(
    z.object({ complainedRecipients: recipients, complaintFeedbackType: z.optional(z.nullable(z.string())) }),
  ),
});

const Sns = z.object({ Type: z.literal("Notification"), Message: z.string() });

/** SNS asks whether the address wants its notifications. */
const SnsConfirmation = z.object({ Type: z.literal("SubscriptionConfirmation"), SubscribeURL: z.url() });

const Postmark = z.object({ RecordType: z.enum(["Bounce", "SpamComplaint"]), Type: z.string(), Email: z.string() });

const SendGrid = z.array(
  z.object({
    event: z.string(),
    email: z.string(),
    /** Of a bounce: "blocked" is a refusal for now. */
    type: z.optional(z.string()),
    status: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
);

/** The code of a bounce that the provider calls final; null: its server's rule (5.7) or a full mailbox, as in hard-failure.ts. */
function codeOf(status = ""): string | null {
  if (/^5\.(7\.|2\.2)/.test(status)) return null;
  return DEAD_ADDRESS.has(status) ? status : BOUNCED;
}

const reports = (found: { address: string; code: string | null }[]): Report[] =>
  found.flatMap(({ address, code }) => (code === null ? [] : [{ address, code }]));

function readSes({ bounce, complaint }: z.infer<typeof Ses>): Report[] {
  const bounced = bounce?.bounceType === "Permanent" ? bounce.bouncedRecipients : [];
  // A reader moved the mail out of the folder for spam.
  const complained = complaint?.complaintFeedbackType === "not-spam" ? [] : (complaint?.complainedRecipients ?? []);
  return reports([
    ...bounced.map(({ emailAddress, status }) => ({ address: emailAddress, code: codeOf(status) })),
    ...complained.map(({ emailAddress }) => ({ address: emailAddress, code: COMPLAINED })),
  ]);
}

const FINAL_BOUNCES = ["HardBounce", "BadEmailAddress"];

function readPostmark({ RecordType, Type, Email }: z.infer<typeof Postmark>): Report[] {
  const isComplaint = RecordType === "SpamComplaint" || Type === "SpamComplaint";
  const code = isComplaint ? COMPLAINED : FINAL_BOUNCES.includes(Type) ? BOUNCED : null;
  return reports([{ address: Email, code }]);
}

/** SendGrid's reasons for not even sending. */
const DROPPED: Record<string, string> = {
  "Bounced Address": BOUNCED,
  Invalid: BOUNCED,
  "Spam Reporting Address": COMPLAINED,
};

const readSendGrid = (events: z.infer<typeof SendGrid>): Report[] =>
  reports(
    events.map(({ event, email, type, status, reason = "" }) => {
      const isFinal = event === "bounce" && type !== "blocked";
      const code = event === "spamreport" ? COMPLAINED : event === "dropped" ? (DROPPED[reason] ?? null) : null;
      return { address: email, code: isFinal ? codeOf(status) : code };
    }),
  );

/** Only SNS itself may be asked, because the sender of a report writes the address. */
const SNS_HOST = /^sns\.[a-z\d-]+\.amazonaws\.com(\.cn)?$/;

/** @returns the reports, or the address that confirms a subscription; null: no known shape */
export function readReport(text: string): Report[] | { confirmAt: URL } | null {
  const body = jsonOf(text);
  const confirmation = SnsConfirmation.safeParse(body);
  if (confirmation.success) {
    const url = new URL(confirmation.data.SubscribeURL);
    return url.protocol === "https:" && SNS_HOST.test(url.host) ? { confirmAt: url } : null;
  }
  const sns = Sns.safeParse(body);
  const sendGrid = SendGrid.safeParse(body);
  if (sendGrid.success) return readSendGrid(sendGrid.data);
  const postmark = Postmark.safeParse(body);
  if (postmark.success) return readPostmark(postmark.data);
  const ses = Ses.safeParse(sns.success ? jsonOf(sns.data.Message) : body);
  return ses.success ? readSes(ses.data) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
