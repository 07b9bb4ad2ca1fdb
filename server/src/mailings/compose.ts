import type { SiteSettings } from "../config/config.ts";
import { type Block, composeParts } from "../mail/email-layout.ts";
import { formatInstant } from "../mail/emails.ts";

export interface MailingText {
  /** See the table's `key`. */
  key: string;
  subject: string;
  body: string;
}

const NOTICES = ["お知らせの一覧を見る", "/notices"] as const;

/** The button below the text, by the first word of the mailing's key. */
const BUTTONS: Record<string, readonly [label: string, path: string]> = {
  welcome: ["動画を見る", "/"],
  trial_ending: ["プランを見る", "/plans"],
  trial_ended: ["プランを見る", "/plans"],
  digest: ["新着動画を見る", "/new-videos"],
};

/**
 * Advertising mails name their sender, the address, and the way to refuse them (特定電子メール法). Without both settings
 * none is sent.
 */
export function canAdvertise({ ownerName, ownerAddress }: SiteSettings): boolean {
  return ownerName !== "" && ownerAddress !== "";
}

/**
 * Composes a mail to a member from the text that staff wrote. The end of a trial stands above it. Only a mail that the
 * contract requires cannot be refused. @param trialEndsAt ISO 8601
 */
export function composeMailing(
  site: SiteSettings,
  { key, subject, body }: MailingText,
  unsubscribeUrl: string | undefined,
  trialEndsAt: string,
) {
  const end = `無料体験は、${formatInstant(Date.parse(trialEndsAt))}に終了します。`;
  const [label, path] = BUTTONS[key.split(" ")[0] ?? ""] ?? NOTICES;
  const paragraphs: Block[] = body.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return composeParts(site, {
    title: subject,
    blocks: [...(key === "trial_ending" ? [end] : []), ...paragraphs, { label, url: `${site.publicUrl}${path}` }],
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  });
}
