import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { OperatorError } from "../../runtime/operator-error.ts";
import { type CsvRow, readRows } from "../../staff/csv/read.ts";
import { RowErrors } from "../../staff/csv/row-errors.ts";
import { importMembers } from "../../staff/moving/import-members.ts";
import { COLUMNS } from "../../staff/moving/member-rows.ts";
import type { Command } from "./command.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = "Usage: npm run manage -- import-members --from FILE.csv [--dry-run]";

/** Characters: a member with a long history has a long row. */
const ROW_MAX = 4 * 1024 * 1024;

/** Imports a file of members of any length. Ended early, the same command continues. */
export const importMembersCommand: Command = (args, environment) =>
  withDatabase(environment, async (db) => {
    const { from, isDryRun } = await readArguments(args);
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
      reason: "npm run manage -- import-members",
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
    await writeFile(file, errors.toCsv({ header, rows: [] }) ?? "", { mode: 0o600 });
    console.error(errors.toSentences().join("\n"));
    throw new OperatorError(`${errors.count} rows are wrong; ${file} has all of them with the reasons.`);
  });

async function* rowsOf(path: string, header: string[]): AsyncGenerator<CsvRow> {
  const csvError = (message: string) => new OperatorError(message);
  for await (const read of readRows(textOf(path), COLUMNS, csvError, ROW_MAX)) {
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

async function readArguments(args: string[]): Promise<{ from: string; isDryRun: boolean }> {
  const given = parse(args);
  if (!given?.from) throw new OperatorError(USAGE);
  const found = await stat(given.from).catch(() => null);
  if (!found?.isFile()) throw new OperatorError(`${given.from} is no file.`);
  return { from: given.from, isDryRun: given["dry-run"] ?? false };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { from: { type: "string" }, "dry-run": { type: "boolean" } } }).values;
  } catch {
    return undefined;
  }
}
