import { createReadStream, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { OperatorError } from "../../errors/operator-error.ts";
import { type CsvRow, readRows } from "../../csv/read.ts";
import { RowErrors } from "../../csv/row-errors.ts";
import { importMembers } from "../../staff/moving/import-members.ts";
import { COLUMNS } from "../../staff/moving/member-rows.ts";
import type { Command } from "../../config/command.ts";
import { withDatabase } from "./with-database.ts";
import { operatorCommand } from "../../errors/operator-command.ts";
import { readOptions } from "../options.ts";

const OPTIONS = { from: { type: "string" }, "dry-run": { type: "boolean" } } as const;
const USAGE = "manage import-members --from FILE.csv [--dry-run]; the file must exist";

/** Characters: a member with a long history has a long row. */
const ROW_MAX = 4 * 1024 * 1024;

/** Imports a file of members of any length. Ended early, the same command continues. */
export const importMembersCommand: Command = async (args, environment) => {
  const isFile = ({ from = "" }) => statSync(from, { throwIfNoEntry: false })?.isFile() === true;
  const { from = "", "dry-run": isDryRun = false } = readOptions(args, OPTIONS, USAGE, isFile);
  await withDatabase(environment, async (db) => {
    const began = performance.now();
    const errors = new RowErrors();
    const header: string[] = [];
    const counts = await importMembers({
      db,
      now: Date.now,
      rows: rowsOf(from, header),
      errors,
      isDryRun,
      by: null,
      reason: operatorCommand("manage import-members"),
      onBatch: ({ created, existing }) => {
        console.log(`${created} ${isDryRun ? "valid" : "imported"}, ${existing} had an account, ${errors.count} wrong`);
        return true;
      },
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      isDryRun
        ? `Nothing was changed: ${counts.created} members can be imported (${seconds} s).`
        : `${counts.created} members were imported, ${counts.existing} had an account (${seconds} s).`,
    );
    if (errors.count === 0) return;
    const file = `${from.replace(/\.csv$/i, "")}.wrong.csv`;
    await writeFile(file, errors.toCsv({ header }) ?? "", { mode: 0o600 });
    console.error(errors.toSentences().join("\n"));
    throw new OperatorError(`${errors.count} rows are wrong; ${file} has all of them with the reasons.`);
  });
};

async function* rowsOf(path: string, header: string[]): AsyncGenerator<CsvRow> {
  const csvError = (message: string) => new OperatorError(message);
  for await (const read of readRows(textOf(path), COLUMNS, csvError, { maxRowLength: ROW_MAX })) {
    if (header.length === 0) header.push(...read.header);
    yield read.row;
  }
}

async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new OperatorError(`${path} is not UTF-8.`);
    }
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield decode(chunk);
  yield decode();
}
