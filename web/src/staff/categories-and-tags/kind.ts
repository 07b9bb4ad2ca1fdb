import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { FieldValues, Path } from "react-hook-form";
import type { ApiError } from "../../api/calls.ts";
import type { useRecordForm } from "../../forms/use-record-form.ts";

export interface NamedRecord {
  id: number;
  name: string;
  /** Absent for records that videos do not have. */
  video_count?: number;
  revision: number;
}

export interface RecordFieldsProps<T, Values extends FieldValues> {
  field: ReturnType<typeof useRecordForm<Values, T & NamedRecord, unknown>>["field"];
  /** Null for a new record. */
  record: T | null;
  all: readonly T[];
}

/** The texts, calls and fields that differ between categories and tags. */
export interface RecordKind<T extends NamedRecord, Values extends FieldValues> {
  noun: string;
  /** Of the column with the names; otherwise the noun with 名. */
  heading?: string;
  list: UseQueryOptions<T[], ApiError> & { queryKey: QueryKey };
  sort: (records: readonly T[]) => T[];
  valuesOf: (record: T | null) => Values;
  check: (values: Values) => Partial<Record<keyof Values, string>>;
  nextValues?: (saved: Values) => Values;
  create: (values: Values) => Promise<T>;
  update: (id: number, values: Values, revision: number | undefined) => Promise<T>;
  remove: (id: number, revision: number) => Promise<{ message: string }>;
  Fields: ComponentType<RecordFieldsProps<T, Values>>;
  firstField: Path<Values>;
  conflictFields: (theirs: T, all: readonly T[]) => { label: string; value: string }[];
  isChild?: (record: T) => boolean;
  /** Names further effects of a deletion. */
  deletionNote?: (record: T, all: readonly T[]) => string;
}
