import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

export interface ReceivedMail {
  subject: string;
  recipient: string;
  /** ISO 8601; empty when the mail has none. */
  date: string;
  text: string;
}

/** Reads the newest `.eml` files of a folder, whose names sort by time. A missing folder is empty. */
export async function readMails(folder: string, limit: number): Promise<ReceivedMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .reverse()
    .slice(0, limit);
  return Promise.all(newest.map((name) => readMail(join(folder, name))));
}

async function readMail(file: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(await readFile(file));
  return {
    subject: mail.subject ?? "",
    recipient: (mail.to ?? []).map(({ address }) => address ?? "").join(", "),
    date: mail.date ?? "",
    text: mail.text ?? "",
  };
}
