import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { RecordForm } from "../../forms/record-form.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import type { NamedRecord, RecordKind } from "./kind.ts";
import { putRecord } from "./list-cache.ts";
import { isEscape } from "../../ui/is-escape.ts";
import { Section } from "../../ui/page/section.tsx";

interface NewRecordProps<T extends NamedRecord, Values extends FieldValues> {
  kind: RecordKind<T, Values>;
  all: readonly T[];
  onBegin: () => void;
  onDone: (message: string) => void;
}

export function NewRecord<T extends NamedRecord, Values extends FieldValues>(props: NewRecordProps<T, Values>) {
  const { kind, all, onBegin, onDone } = props;
  const { noun, Fields } = kind;
  const client = useQueryClient();
  const state = useRecordForm<Values, T, T>({
    ...kind,
    record: null,
    save: (values) => {
      onBegin();
      return kind.create(values);
    },
    onSaved: (created) => {
      putRecord(client, kind.list.queryKey, created);
      onDone(`${noun}「${created.name}」を作成しました。`);
    },
    failed: `${noun}の作成に失敗しました。`,
    part: "new",
  });
  return (
    <Section title={`${noun}の作成`} isPanel>
      <RecordForm state={state} submitLabel="作成する">
        <Fields field={state.field} record={null} all={all} />
      </RecordForm>
    </Section>
  );
}

interface RecordEditorProps<T extends NamedRecord, Values extends FieldValues> {
  kind: RecordKind<T, Values>;
  record: T;
  all: readonly T[];
  /** The message reports a save. */
  onLeave: (message?: string) => void;
}

export function RecordEditor<T extends NamedRecord, Values extends FieldValues>(props: RecordEditorProps<T, Values>) {
  const { kind, record, all, onLeave } = props;
  const { noun, Fields, conflictFields } = kind;
  const client = useQueryClient();
  const state = useRecordForm<Values, T, T>({
    ...kind,
    record,
    save: (values, replaced) => kind.update(record.id, values, replaced?.revision),
    onSaved: (saved) => {
      putRecord(client, kind.list.queryKey, saved);
      onLeave(`${noun}「${saved.name}」を更新しました。`);
    },
    onConflict: (current) => putRecord(client, kind.list.queryKey, current),
    failed: `${noun}の更新に失敗しました。`,
    part: "row",
    takesFocus: true,
  });
  return (
    <RecordForm
      state={state}
      label={`${record.name}の編集`}
      submitLabel="保存"
      onCancel={() => onLeave()}
      fieldsOf={(theirs) => conflictFields(theirs, all)}
      onKeyDown={(event) => isEscape(event) && onLeave()}
    >
      <Fields field={state.field} record={record} all={all} />
    </RecordForm>
  );
}
