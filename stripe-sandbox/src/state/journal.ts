import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** The file holds names, addresses and the state of payments. */
const PRIVATE = 0o600;

export type Row = { id: string };

/** `[kind, id, row]`; a row of null means that the object was removed. */
export type Change = [kind: string, id: string, row: Row | null];

export interface Journal {
  /** Writes all changes or none. @throws when the disk is full */
  append: (changes: Change[]) => void;
  close: () => void;
}

/**
 * A file with one line of JSON per unit of work. Opening it replays the lines and compacts them to the last state of
 * each object. A last line without a line feed was cut off by a crash and is ignored.
 */
export function openJournal(file: string, replay: (change: Change) => void): Journal {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const last = new Map<string, Change>();
  for (const changes of readLines(file)) {
    for (const change of changes) {
      replay(change);
      const key = `${change[0]} ${change[1]}`;
      if (change[2] === null) last.delete(key);
      else last.set(key, change);
    }
  }
  const compact = `${file}.new`;
  writeFileSync(compact, [...last.values()].map((change) => `${JSON.stringify([change])}\n`).join(""), {
    mode: PRIVATE,
  });
  renameSync(compact, file);
  const descriptor = openSync(file, "a", PRIVATE);
  return {
    append: (changes) => {
      const before = fstatSync(descriptor).size;
      try {
        let line = Buffer.from(`${JSON.stringify(changes)}\n`);
        while (line.length > 0) line = line.subarray(writeSync(descriptor, line));
      } catch (error) {
        // The next line would be appended to a half-written one.
        ftruncateSync(descriptor, before);
        throw error;
      }
    },
    close: () => closeSync(descriptor),
  };
}

function readLines(file: string): Change[][] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  lines.pop();
  return lines.map((line) => JSON.parse(line) as Change[]);
}
