import { open } from "node:fs/promises";
import { recordChange } from "../../audit/record.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { writeMembers } from "../../staff/moving/export-members.ts";
import type { Command } from "../../config/command.ts";
import { withDatabase } from "./with-database.ts";
import { readOptions } from "../options.ts";

const OPTIONS = { to: { type: "string" }, "with-password-hashes": { type: "boolean" } } as const;
const USAGE = "manage export-members --to FILE.csv [--with-password-hashes]";

/** Writes every open account into a new file that only its owner may read. */
export const exportMembersCommand: Command = (args, environment) => {
  const given = readOptions(args, OPTIONS, USAGE, ({ to }) => Boolean(to));
  const { to = "", "with-password-hashes": withHashes = false } = given;
  return withDatabase(environment, async (db) => {
    const file = await open(to, "wx", 0o600).catch(() => {
      throw new OperatorError(`${to} cannot be made: name a new file.`);
    });
    try {
      const write = async (part: string) => void (await file.write(part));
      const count = await writeMembers(db, { withHashes, write });
      const after = { count, with_password_hashes: withHashes };
      await recordChange(db, { by: null, action: "member_list.move_out", id: 0, after }, Date.now());
      console.log(`${count} members were written to ${to}.`);
    } finally {
      await file.close();
    }
  });
};
