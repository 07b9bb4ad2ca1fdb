import { hash } from "node:crypto";
import {
  UNDO_CONFLICTS_MAX,
  UNDO_SHOWN_MAX,
  type UndoPreview,
  type UndoRecord,
} from "@manabiya/contract/staff/audit.ts";
import type { LoggedValues, UndoValues } from "../../audit/record.ts";
import { isSame, type Snapshots } from "./remember.ts";

/** A change of one record in the log, with what takes it back. */
export interface Remembered extends UndoValues {
  subject: string;
  id: number;
}

/** The effect of taking back one change now. */
export interface Step {
  record: UndoRecord;
  /** Each conflict must be overwritten, or the record stays as it is. */
  isWhole: boolean;
  /** The fields to write, all of them for a deleted record. */
  back: LoggedValues;
  /** The fields that somebody changed since. */
  conflicts: string[];
}

const keyOf = ({ subject, id }: { subject: string; id: number }, field: string) => `${subject}:${id}:${field}`;

/** Compares each change with the records as they are now. */
export function compare(changes: Remembered[], now: Snapshots): Step[] {
  return changes.map((change): Step => {
    const { subject, id, before, after } = change;
    const current = now.get(id) ?? null;
    const wanted = before ?? {};
    const step = (deed: UndoRecord["deed"], names: string[], conflicts: string[] = []): Step => ({
      record: {
        ...{ subject, id, deed, title: titleOf({ ...before, ...after, ...current }) },
        fields: names.map((name) => ({
          ...{ name, key: keyOf(change, name), is_conflict: conflicts.includes(name) },
          was: shown(after?.[name]),
          now: shown(current?.[name]),
          back: shown(wanted[name]),
        })),
      },
      isWhole: before === null,
      back: wanted,
      conflicts,
    });
    if (after === null) return current === null ? step("restore", contentNames(wanted)) : step("none", []);
    if (current === null) return step(before === null ? "none" : "gone", []);
    const isChanged = (name: string) => !isSame(current[name], after[name]);
    if (before === null) {
      const conflicts = contentNames(after).filter(isChanged);
      return step("delete", conflicts, conflicts);
    }
    const names = contentNames(wanted).filter((name) => !isSame(current[name], wanted[name]));
    return step(names.length === 0 ? "none" : "change", names, names.filter(isChanged));
  });
}

const contentNames = (values: LoggedValues) => Object.keys(values).filter((name) => name !== "revision");

export interface Chosen {
  id: number;
  deed: "change" | "restore" | "delete";
  fields: LoggedValues;
}

/** @param overwrite keys of fields @returns the step without the conflicts that are not overwritten; null: nothing is left */
export function decided({ record, isWhole, back, conflicts }: Step, overwrite: ReadonlySet<string>): Chosen | null {
  const skipped = conflicts.filter((name) => !overwrite.has(keyOf(record, name)));
  if (record.deed === "none" || record.deed === "gone" || (isWhole && skipped.length > 0)) return null;
  const names = record.fields.map(({ name }) => name).filter((name) => !skipped.includes(name));
  if (record.deed === "restore" || record.deed === "delete") return { deed: record.deed, id: record.id, fields: back };
  if (names.length === 0) return null;
  return { deed: record.deed, id: record.id, fields: Object.fromEntries(names.map((name) => [name, back[name]])) };
}

/** The conflicts as somebody saw them. Another edit since then changes it. */
export function stateOf(steps: Step[], now: Snapshots): string {
  const seen = steps.flatMap(({ record, conflicts }) =>
    conflicts.map((name) => [keyOf(record, name), now.get(record.id)?.[name]]),
  );
  return hash("sha256", JSON.stringify(seen));
}

export function previewOf(steps: Step[], now: Snapshots): UndoPreview {
  const none = new Set<string>();
  const count = (test: (step: Step) => boolean) => steps.filter(test).length;
  const conflicts = steps.filter((step) => step.conflicts.length > 0);
  const others = steps.filter((step) => step.conflicts.length === 0 && step.record.deed !== "none");
  return {
    change_count: count((step) => decided(step, none) !== null),
    conflict_count: conflicts.length,
    gone_count: count(({ record }) => record.deed === "gone"),
    state: stateOf(steps, now),
    records: [...conflicts.slice(0, UNDO_CONFLICTS_MAX), ...others.slice(0, UNDO_SHOWN_MAX)].map(
      ({ record }) => record,
    ),
  };
}

function titleOf(values: LoggedValues): string {
  const title = values["title"] ?? values["name"] ?? values["notice_title"] ?? values["words"];
  return typeof title === "string" ? title : "";
}

const TEXT_MAX = 2_000;
const ROWS_MAX = 20;

/** Rows of other tables by their titles, or their numbers. */
export function shown(value: unknown): unknown {
  if (typeof value === "string") return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX).toWellFormed()}…` : value;
  if (!Array.isArray(value)) return value ?? null;
  const rows = value.slice(0, ROWS_MAX).map((row: unknown) => {
    if (typeof row !== "object" || row === null) return row;
    const { title, text, video_id, playlist_id } = row as Record<string, unknown>;
    return title ?? text ?? video_id ?? playlist_id;
  });
  return value.length > ROWS_MAX ? [...rows, `ほか${value.length - ROWS_MAX}件`] : rows;
}
