import { contract } from "@manabiya/contract";
import type { AuditEntry, UndoPreview, UndoRecord } from "@manabiya/contract/staff/audit.ts";
import { useState } from "react";
import { useRead, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Choice } from "../../forms/choice.tsx";
import { LongText } from "../../forms/long-text.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { actionText, nameText, SUBJECTS, textOf } from "./texts.ts";

interface UndoDialogProps {
  entry: AuditEntry;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Shows what goes back, and lets staff choose for each field that somebody changed since. */
export function UndoDialog({ entry: { id, action }, onClose, onDone }: UndoDialogProps) {
  const [overwrite, setOverwrite] = useState<readonly string[]>([]);
  const found = useRead(contract.adminUndo.preview, { params: { id } }, { gcTime: 0, staleTime: 0 });
  const undo = useWrite(contract.adminUndo.undo, {
    onSuccess: ({ message }) => onDone(message),
    // The conflicts may be others now.
    onError: () => void found.refetch(),
  });
  const { data } = found;
  return (
    <Dialog title={`「${actionText(action)}」を元に戻しますか？`} onClose={onClose}>
      {data ? (
        <Preview
          preview={data}
          overwrite={overwrite}
          onChoose={(keys, isChosen) =>
            setOverwrite(isChosen ? [...overwrite, ...keys] : overwrite.filter((key) => !keys.includes(key)))
          }
        />
      ) : (
        <NotLoaded query={found} message="元に戻す内容を読み込めませんでした。" />
      )}
      <MutationState of={undo} failed="元に戻せませんでした。" />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          キャンセル
        </Button>
        <Button
          isBusy={undo.isPending}
          disabled={!data || (data.change_count === 0 && overwrite.length === 0)}
          onClick={() =>
            data && undo.mutate({ params: { id }, body: { state: data.state, overwrite: [...overwrite] } })
          }
        >
          元に戻す
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface PreviewProps {
  preview: UndoPreview;
  overwrite: readonly string[];
  onChoose: (keys: string[], isChosen: boolean) => void;
}

function Preview({ preview, overwrite, onChoose }: PreviewProps) {
  const { change_count, conflict_count, gone_count, records } = preview;
  const keys = records.flatMap(({ fields }) => fields.filter(({ is_conflict }) => is_conflict).map(({ key }) => key));
  const hidden = change_count + conflict_count + gone_count - records.length;
  return (
    <>
      <p className="phrase">
        {change_count === 0 && keys.length === 0 && "元に戻す変更はありません。"}
        {change_count > 0 && `${change_count.toLocaleString("ja")}件を元に戻します。`}
        {gone_count > 0 && `${gone_count.toLocaleString("ja")}件は、すでに削除されているため戻せません。`}
        この操作も、後で元に戻せます。
      </p>
      {conflict_count > 0 && (
        <Banner tone="danger">
          {conflict_count.toLocaleString("ja")}
          件は、この操作の後にも変更されています。選択しない項目は、現在の内容のままになります。
        </Banner>
      )}
      {keys.length > 1 && (
        <Choice
          label="後からの変更も、すべて元に戻す"
          checked={keys.every((key) => overwrite.includes(key))}
          onChange={({ target }) => onChoose(keys, target.checked)}
        />
      )}
      <ul className="grid gap-3">
        {records.map((record) => (
          <li key={`${record.subject} ${record.id}`} className="grid gap-1 border-t pt-3">
            <p className="font-bold wrap-anywhere">{recordText(record)}</p>
            {record.fields.map((field) => (
              <Field key={field.key} field={field} overwrite={overwrite} onChoose={onChoose} />
            ))}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="text-muted">ほか{hidden.toLocaleString("ja")}件</p>}
    </>
  );
}

const DEEDS = { change: "", restore: "を復元", delete: "を削除", gone: "は、削除されています", none: "は、そのまま" };

const recordText = ({ subject, title, id, deed }: UndoRecord) =>
  `${SUBJECTS[subject] ?? subject}${title === "" ? `（ID：${id}）` : `「${title}」`}${DEEDS[deed]}`;

type FieldProps = Pick<PreviewProps, "overwrite" | "onChoose"> & { field: UndoRecord["fields"][number] };

function Field({ field: { name, key, was, now, back, is_conflict }, overwrite, onChoose }: FieldProps) {
  const values: [string, unknown][] = [
    ["現在", now],
    ["元に戻した後", back],
  ];
  if (is_conflict) values.unshift(["この操作の後", was]);
  return (
    <div className="text-xs">
      <p className="font-bold">{nameText(name)}</p>
      {values.map(([label, value]) => (
        <div key={label} className="pl-4 wrap-anywhere text-muted">
          <LongText>{`${label}：${textOf(value)}`}</LongText>
        </div>
      ))}
      {is_conflict && (
        <Choice
          label="後からの変更も元に戻す"
          checked={overwrite.includes(key)}
          onChange={({ target }) => onChoose([key], target.checked)}
        />
      )}
    </div>
  );
}
