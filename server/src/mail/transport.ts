import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";

export interface MailAddress {
  name: string;
  address: string;
}

/** A mail on its way. */
export interface OutgoingMail {
  /** The same at each attempt, so that a mail that arrives twice can be told: part of its Message-ID and file name. */
  key: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601. */
  created_at: string;
}

/** Where mails go. */
export interface MailTransport {
  /** Resolves when the mail was taken over; rejects when it was not, or when `signal` was aborted before. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** Milliseconds; each bounds one step, the sender bounds the whole. */
const STEP_TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** A mail's content is text of ours; nothing in it may name a file or an address to fetch. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

/** Hands mails to the server of an `smtp:` or `smtps:` address, one connection each. */
export function createSmtpTransport(url: string, from: MailAddress): MailTransport {
  const transport = nodemailer.createTransport({ ...STEP_TIMEOUTS, ...CLOSED, url });
  return {
    send: async (mail, signal) => {
      await transport.sendMail({ ...message(mail, from), signal });
    },
  };
}

/** Writes mails as `<key>.eml` into a folder that only the server's user may read; a file is there whole or not at all. */
export async function openMailFolder(folder: string, from: MailAddress): Promise<MailTransport> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const transport = nodemailer.createTransport({
    ...CLOSED,
    streamTransport: true,
    buffer: true,
    newline: "windows",
  });
  return {
    send: async (mail) => {
      const { message: content } = await transport.sendMail(message(mail, from));
      const file = join(folder, `${mail.key}.eml`);
      const unfinished = `${file}.part`;
      try {
        await writeFile(unfinished, content, { mode: 0o600, flush: true });
        await rename(unfinished, file);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };
}

function message(mail: OutgoingMail, from: MailAddress) {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    from,
    to: { name: "", address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.key}@${domain}>`,
    date: new Date(mail.created_at),
    // Tells auto-responders not to answer.
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
