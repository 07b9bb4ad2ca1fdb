import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime from "postal-mime";
import type { Target } from "./target.ts";

const PATIENCE = 100;

/** The newest token in the mails to an address, which the server writes as files. */
export async function tokenMailedTo({ dataDir }: Target, address: string): Promise<string> {
  const folder = join(dataDir, "outbox");
  for (let attempt = 0; attempt < PATIENCE; attempt++) {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".eml")).toSorted();
    for (const name of names.toReversed()) {
      const { to = [], text = "" } = await PostalMime.parse(await readFile(join(folder, name)));
      const [, token] = /\/reset-password\?token=([\w-]+)/.exec(text) ?? [];
      if (token !== undefined && to.some((each) => each.address === address)) return token;
    }
    await pause(200);
  }
  throw new Error(`no mail with a link reached ${address}`);
}
