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

/** The server refused the recipient, for now or for good. Every other error concerns the server itself. */
export function isAboutRecipient(error: SmtpError): boolean {
  return error.command === "RCPT TO" || (error.rejectedErrors ?? []).length > 0;
}

/**
 * The server refused the recipient for good: 5xx to RCPT TO. An enhanced code beyond 5.1 (address) and 5.2 (mailbox)
 * concerns the sender or the server's rules, such as 5.7.1 "relay access denied", and says nothing about the address.
 */
export function isHardFailure(error: SmtpError): boolean {
  if (!isAboutRecipient(error)) return false;
  const { responseCode = 0, response = error.message } = error.rejectedErrors?.[0] ?? error;
  const enhanced = /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(response)?.[1];
  return responseCode >= 500 && (enhanced === undefined || enhanced === "1" || enhanced === "2");
}
