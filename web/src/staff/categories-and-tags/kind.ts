import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { FieldValues, Path } from "react-hook-form";
import type { ApiError } from "../../api/calls.ts";
import type { useRecordForm } from "../../forms/use-record-form.ts";

/** A category or a tag: videos refer to it, and its name is unique. */
export interface NamedRecord {
  id: number;
  name: string;
  video_count: number;
  revision: number;
}

export interface RecordFieldsProps<T, Values extends FieldValues> {
  field: ReturnType<typeof useRecordForm<Values, T & NamedRecord, unknown>>["field"];
  /** Null: a new one. */
  record: T | null;
  all: readonly T[];
}

/** One kind of named records: its texts, calls and fields. */
export interface RecordKind<T extends NamedRecord, Values extends FieldValues> {
  noun: string;
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
  /** A sentence about what else a deletion changes. */
  deletionNote?: (record: T, all: readonly T[]) => string;
}
