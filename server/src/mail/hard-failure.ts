/** A reply of the mail server, as Nodemailer throws it. */
export interface SmtpError extends Error {
  code?: string;
  /** The SMTP command that the server refused, such as "RCPT TO". */
  command?: string;
  /** The three digits of the server's reply; without them no reply came. */
  responseCode?: number;
  response?: string;
  rejectedErrors?: SmtpError[];
}

/**
 * Enhanced codes (RFC 3463, RFC 7505) of an address to which no mail can arrive: no such mailbox, no such domain, no valid
 * address, moved, a domain without mail, a mailbox that is switched off. 5.1.7 and 5.1.8 concern the sender, 5.2.2 is a
 * full mailbox, and 5.7.x is a rule of the server.
 */
export const DEAD_ADDRESS = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]);

/** Replies about a mailbox, of servers without enhanced codes (RFC 5321). 552 is a full one, and 554 says nothing. */
const DEAD_REPLIES = new Set([550, 551, 553]);

/** Servers without enhanced codes refuse a sender or a network by the same replies. */
const RULE = /relay|spam|block|black|policy|reputation|denied|authent|rbl\b|dnsbl|\bspf\b|dkim|dmarc|sender/i;

/** The server refused the recipient, for now or for good. Every other error concerns the server itself. */
export function isAboutRecipient(error: SmtpError): boolean {
  return error.command === "RCPT TO" || (error.rejectedErrors ?? []).length > 0;
}

/** @returns the code by which the server refused the recipient for good, such as "5.1.1" or "550"; null: not for good */
export function hardFailureCode(error: SmtpError): string | null {
  if (!isAboutRecipient(error)) return null;
  const { responseCode = 0, response = error.message } = error.rejectedErrors?.[0] ?? error;
  if (responseCode < 500) return null;
  const enhanced = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  if (enhanced !== undefined) return DEAD_ADDRESS.has(enhanced) ? enhanced : null;
  return DEAD_REPLIES.has(responseCode) && !RULE.test(response) ? String(responseCode) : null;
}
