import { join } from "node:path";
import { readMails } from "@manabiya/demo/mailbox/mails.ts";
import { runCommand } from "../server-process.ts";
import { eventually } from "./see.ts";
import type { Step } from "./step.ts";
import type { Visit } from "./visit.ts";

/** Mails that the walk must have caused, by the member's name and a part of the subject. */
const MAILS: readonly [name: string, subject: string][] = [
  ["trial", "メールアドレスご確認のお願い"],
  ["buyer", "お申し込みが完了しました"],
  ["buyer", "プランの変更が完了しました"],
  ["secured", "解約のお手続きが完了しました"],
  ["secured", "お支払いが完了しました"],
  ["failing", "お支払いを確認できませんでした"],
  ["refunded", "返金の手続きを行いました"],
  ["disputing", "ご契約が終了しました"],
];

const ALL = 1_000;

async function missing({ rehearsal: { outbox } }: Visit): Promise<string[]> {
  const mails = await readMails(outbox, ALL);
  const isInOutbox = ([name, subject]: (typeof MAILS)[number]) =>
    mails.some((mail) => mail.recipient === `${name}@example.com` && mail.subject.includes(subject));
  return MAILS.filter((mail) => !isInOutbox(mail)).map(([name, subject]) => `${name}: ${subject}`);
}

const mails: Step = {
  title: "each mail was written",
  remedy: "open /admin/mails; the outbox is on the page of the card provider",
  run: async (visit) => {
    let absent: string[] = [];
    await eventually(async () => (absent = await missing(visit)).length === 0, "one is missing").catch(
      (error: unknown) => {
        if (absent.length > 0) throw new Error(`missing ${absent.join("; ")}`, { cause: error });
        throw error;
      },
    );
    return `${(await readMails(visit.rehearsal.outbox, ALL)).length} mails, none of them sent`;
  },
};

const backup: Step = {
  title: "a backup of all this restores",
  remedy: "run the two commands by hand: OPERATIONS.md, Back up and restore",
  run: async ({ rehearsal: { folder, environment } }) => {
    const to = join(folder, "backup");
    await runCommand(["backup", "--to", to], environment);
    const printed = await runCommand(["manage", "verify-backup", "--from", to], environment);
    return /\d+ tables and \d+ files/.exec(printed)?.[0] ?? printed.trim();
  },
};

export const keeping = [mails, backup];
