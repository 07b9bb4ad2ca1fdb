import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import nodemailer from "nodemailer";

export interface MailAddress {
  name: string;
  address: string;
}

interface OutgoingMail {
  /** Equal at each attempt. It is part of the Message-ID and the file name, so that a duplicate is recognisable. */
  key: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601. */
  created_at: string;
  /** A POST to this address refuses further mails (RFC 8058). Mails that advertise must have it. */
  unsubscribeUrl?: string;
  /** Awaited when the server has the mail but for its end. If it rejects, the server gets no end and takes no mail. */
  beforeEnd?: () => Promise<void>;
}

export interface MailTransport {
  /** Resolves when the mail server accepted the mail. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Ends the connections that wait for mails. */
  close?: () => void;
}

/** Milliseconds per step. The sender limits the whole delivery. */
const STEP_TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Mails never attach files or fetched URLs. */
const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true };

/**
 * Up to five connections send up to 100 mails each, and end after 10 s without one. A mail whose connection the server
 * closed before the mail's first byte gets another connection.
 */
const POOL = { pool: true, maxConnections: 5, maxMessages: 100, maxRequeues: 1, idleTimeout: 10_000 } as const;

/**
 * Uses one connection per mail, or a pool of connections for many mails.
 * @param url `smtp:` or `smtps:`
 */
export function createSmtpTransport(url: string, from: MailAddress, { isPooled = false } = {}): MailTransport {
  const options = { ...STEP_TIMEOUTS, ...NO_ACCESS, url };
  const transport = isPooled
    ? nodemailer.createTransport({ ...options, ...POOL })
    : nodemailer.createTransport(options);
  transport.use("stream", ({ data, message: content }, done) => {
    const { beforeEnd } = data as Pick<OutgoingMail, "beforeEnd">;
    if (beforeEnd) content.processFunc((input) => endingAfter(input, beforeEnd));
    done();
  });
  return {
    send: async (mail, signal) => {
      // Nodemailer's type does not know the fields of its user's plugins.
      const own: Pick<OutgoingMail, "beforeEnd"> = mail;
      await transport.sendMail({ ...message(mail, from), ...own, signal });
    },
    close: () => transport.close(),
  };
}

/** Nodemailer reads the stream once the server accepted the recipient, and sends the final dot at the stream's end. */
function endingAfter(input: Readable, beforeEnd: () => Promise<void>): Readable {
  async function* content() {
    yield* input;
    await beforeEnd();
  }
  return Readable.from(content());
}

/** Writes each mail atomically as `<key>.eml` into a folder that only the server's user may read. */
export async function openMailFolder(folder: string, from: MailAddress): Promise<MailTransport> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const transport = nodemailer.createTransport({
    ...NO_ACCESS,
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
        await mail.beforeEnd?.();
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
    headers: {
      // Asks auto-responders not to reply.
      "Auto-Submitted": "auto-generated",
      ...(mail.unsubscribeUrl !== undefined && {
        "List-Unsubscribe": `<${mail.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}
