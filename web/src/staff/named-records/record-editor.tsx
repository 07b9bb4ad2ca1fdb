import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { RecordForm } from "../../forms/record-form.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { isEscape } from "../../ui/is-escape.ts";
import type { NamedRecord, RecordKind } from "./kind.ts";
import { putRecord } from "./list-cache.ts";

interface RecordEditorProps<T extends NamedRecord, Values extends FieldValues> {
  kind: RecordKind<T, Values>;
  record: T;
  all: readonly T[];
  /** `message` reports a save. */
  onLeave: (message?: string) => void;
}

/** A row of the table while it is edited. */
export function RecordEditor<T extends NamedRecord, Values extends FieldValues>(
  props: RecordEditorProps<T, Values>,
) {
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
