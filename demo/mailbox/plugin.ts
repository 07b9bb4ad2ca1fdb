import type { FastifyInstance } from "fastify";
import { readMails } from "./mails.ts";
import { mailboxPage } from "./page.ts";
import { MAILBOX_CSS } from "./style.ts";

const SHOWN = 50;

/**
 * Shows the mails of a folder to everybody, password reset links included. It is for the demo only.
 */
export async function mailboxPlugin(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  app.get("/sandbox/", async (_request, reply) => {
    const page = mailboxPage(await readMails(folder, SHOWN));
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(page);
  });
  app.get("/sandbox/mailbox.css", (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/css; charset=utf-8").send(MAILBOX_CSS),
  );
}
