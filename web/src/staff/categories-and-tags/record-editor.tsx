import { type QueryKey, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Path } from "react-hook-form";
import type { ApiError } from "../../api/calls.ts";
import { type FieldText, FormField } from "../../forms/fields.tsx";
import { RecordForm } from "../../forms/record-form.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { isEscape } from "../../ui/is-escape.ts";

export interface NamedRecord {
  id: number;
  name: string;
  /** Absent for records that videos do not have. */
  video_count?: number;
  revision: number;
}

export interface OtherFieldsProps<T, Values extends { name: string }> {
  field: ReturnType<typeof useRecordForm<Values, T & NamedRecord, unknown>>["field"];
  /** Null for a new record. */
  record: T | null;
  all: readonly T[];
}

/** The texts, calls and fields that differ between categories, tags and synonyms. */
export interface RecordKind<T extends NamedRecord, Values extends { name: string }> {
  noun: string;
  /** The field of the name. Its label heads the column. */
  name: FieldText;
  list: UseQueryOptions<T[], ApiError> & { queryKey: QueryKey };
  sort: (records: readonly T[]) => T[];
  valuesOf: (record: T | null) => Values;
  check: (values: Values) => Partial<Record<keyof Values, string>>;
  nextValues?: (saved: Values) => Values;
  create: (values: Values) => Promise<T>;
  update: (id: number, values: Values, revision: number | undefined) => Promise<T>;
  remove: (id: number, revision: number) => Promise<{ message: string }>;
  /** The fields beside the name, and their values after a conflict. */
  Others?: ComponentType<OtherFieldsProps<T, Values>>;
  othersOf?: (theirs: T, all: readonly T[]) => { label: string; value: string }[];
  isChild?: (record: T) => boolean;
  /** Names further effects of a deletion. */
  deletionNote?: (record: T, all: readonly T[]) => string;
}

interface RecordEditorProps<T extends NamedRecord, Values extends { name: string }> {
  kind: RecordKind<T, Values>;
  /** Null for a new record. */
  record: T | null;
  all: readonly T[];
  onBegin?: () => void;
  /** The message reports a save. */
  onDone: (message: string) => void;
  onCancel?: () => void;
}

/** The form of a new record, or of the one in an edited row. */
export function RecordEditor<T extends NamedRecord, Values extends { name: string }>(
  props: RecordEditorProps<T, Values>,
) {
  const { kind, record, all, onBegin, onDone, onCancel } = props;
  const { noun, name, Others, othersOf } = kind;
  const client = useQueryClient();
  const deed = record === null ? "作成" : "更新";
  const put = (changed: T) =>
    client.setQueryData<T[]>(kind.list.queryKey, (list) => {
      const index = list?.findIndex(({ id }) => id === changed.id) ?? -1;
      return index < 0 ? list && [...list, changed] : list?.with(index, changed);
    });
  const nameField = "name" as Path<Values>;
  const state = useRecordForm<Values, T, T>({
    ...kind,
    record,
    save: (values, replaced) => {
      onBegin?.();
      return record === null ? kind.create(values) : kind.update(record.id, values, replaced?.revision);
    },
    onSaved: (saved) => {
      put(saved);
      onDone(`${noun}「${saved.name}」を${deed}しました。`);
    },
    onConflict: put,
    failed: `${noun}の${deed}に失敗しました。`,
    part: record === null ? "new" : "row",
    firstField: nameField,
    takesFocus: record !== null,
  });
  return (
    <RecordForm
      state={state}
      {...(record && { label: `${record.name}の編集` })}
      submitLabel={record === null ? "作成する" : "保存"}
      onCancel={onCancel}
      fieldsOf={(theirs) => [{ label: name.label, value: theirs.name }, ...(othersOf?.(theirs, all) ?? [])]}
      onKeyDown={(event) => isEscape(event) && onCancel?.()}
    >
      <div className={Others && "grid gap-4 @2xl:grid-cols-2"}>
        <FormField {...name} {...state.field(nameField)} />
        {Others && <Others field={state.field} record={record} all={all} />}
      </div>
    </RecordForm>
  );
}
