import { contract } from "@manabiya/contract";
import type { Note } from "@manabiya/contract/lists/notes.ts";
import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import { sentenceOf, useWrite } from "../../api/calls.ts";
import { takeFocus } from "../../ui/page/take-focus.ts";
import { discardText, recoverText, useRecoverableText } from "../../forms/recoverable-text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { type NoteDraft, NoteFields, problemOf } from "./note-fields.tsx";
import { discardUnsent, saveNote, type UnsentNote } from "./unsent-notes.ts";

export interface ShownNote extends Omit<Note, "updated_at"> {
  /** Null: the server has stored the note. */
  unsent: UnsentNote | null;
}

/** Stored notes, with what this browser has not sent yet in their position. */
export function withUnsent(stored: readonly Note[], unsent: readonly UnsentNote[]): ShownNote[] {
  const waiting = new Map(unsent.map((note) => [note.id, note]));
  const shown = stored.map((note) => {
    const later = waiting.get(note.id) ?? null;
    waiting.delete(note.id);
    return { ...note, ...later?.body, unsent: later };
  });
  return [...shown, ...[...waiting.values()].map((note) => ({ ...note, ...note.body, unsent: note }))];
}

/** `position`: the link or button that leads to the note's second. */
export function NoteItem({ note, position }: { note: ShownNote; position: ReactNode }) {
  const [isEditing, setEditing] = useState(() => hasEdit(note));
  /** The form and the button that opened it replace each other, and the focus follows. */
  const [isPressed, setPressed] = useState(false);
  const focus = isPressed ? takeFocus : null;
  const { unsent } = note;
  function edit(): void {
    setPressed(true);
    setEditing(true);
  }
  return (
    <li className="grid gap-2 border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-2">
        <div className="flex min-h-target min-w-0 flex-1 basis-36 flex-wrap items-center gap-x-3">
          {position}
          {note.kind === "practice" && (
            <span className="text-xs font-bold">
              やってみた記録<span className="font-normal text-muted"> {note.done_on?.replaceAll("-", "/")}</span>
            </span>
          )}
          {unsent?.refusal === null && <span className="text-xs text-muted">未送信（接続が戻ると自動で送信）</span>}
        </div>
        {!isEditing && (
          <>
            <IconButton ref={focus} icon={Pencil} label="メモを編集" onClick={edit} />
            <RemoveNote note={note} />
          </>
        )}
      </div>
      {isEditing ? (
        <EditNote note={note} field={focus} onDone={() => setEditing(false)} />
      ) : (
        <>
          <p className="max-w-reading whitespace-pre-line wrap-anywhere">{note.text}</p>
          {note.link !== null && (
            <p className="wrap-anywhere">
              <a href={note.link} rel="noopener noreferrer nofollow" target="_blank" className="text-primary underline">
                {note.link}
              </a>
            </p>
          )}
        </>
      )}
      {unsent !== null && unsent.refusal !== null && (
        <Banner tone="danger">
          <p>{unsent.refusal}</p>
          {unsent.present !== undefined && (
            <p className="mt-2 whitespace-pre-line wrap-anywhere">保存されている内容：{unsent.present}</p>
          )}
          <div className="mt-2 flex flex-wrap gap-3">
            <Button look="secondary" onClick={() => saveNote(unsent)}>
              この内容で保存する
            </Button>
            <Button look="quiet" onClick={() => discardUnsent(unsent.id)}>
              この内容を破棄する
            </Button>
          </div>
        </Banner>
      )}
    </li>
  );
}

/** `begun`: the version that the text began with; null: the one that is being sent. */
interface Edit extends NoteDraft {
  begun: number | null;
}

/** The name under which an unsaved edit is kept. */
const editOf = ({ id }: ShownNote) => `edited note ${id}`;
const recoverEdit = (note: ShownNote) => recoverText(editOf(note)) as Edit | null;
export const hasEdit = (note: ShownNote): boolean => recoverEdit(note) !== null;

const editFrom = ({ kind, second, text, link, done_on, unsent, revision }: ShownNote): Edit => {
  return { kind, second, text, link, done_on, begun: unsent === null ? revision : null };
};

/** The typed text outlives a reload. */
function EditNote({ note, field, onDone }: { note: ShownNote; field: Ref<HTMLTextAreaElement>; onDone: () => void }) {
  const [first] = useState(() => editFrom(note));
  const [edit, setEdit] = useState(() => recoverEdit(note) ?? first);
  const { begun, ...draft } = edit;
  useRecoverableText(editOf(note), JSON.stringify(edit) === JSON.stringify(first) ? null : edit);
  const [error, setError] = useState<string>();
  function close(): void {
    discardText(editOf(note));
    onDone();
  }
  function save(): void {
    const problem = problemOf(draft);
    setError(problem);
    if (problem !== undefined) return;
    const { id, video_id, video_title, created_at } = note;
    // The list may have brought a later version since, which this text must not replace unseen.
    saveNote({ id, video_title, created_at, body: { ...draft, video_id, revision: begun ?? note.revision } });
    close();
  }
  return (
    <div className="grid gap-3">
      <NoteFields
        {...{ ref: field, draft, error }}
        onChange={(change) => setEdit({ ...edit, ...change })}
        onSave={save}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={save}>保存</Button>
        <Button look="secondary" onClick={close}>
          キャンセル
        </Button>
      </div>
    </div>
  );
}

function RemoveNote({ note: { id, revision, text } }: { note: ShownNote }) {
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending, error } = useWrite(contract.notes.remove, {
    changes: [contract.notes.ofVideo, contract.notes.list],
  });
  function remove(): void {
    // The server may have stored it although its answer was lost.
    mutate({ params: { id } }, { onSuccess: () => discardUnsent(id) });
    if (revision === 0) discardUnsent(id);
  }
  return (
    <>
      <IconButton icon={Trash2} label="メモを削除" onClick={() => setConfirming(true)} />
      {isConfirming && (
        <ConfirmDialog
          title="メモを削除しますか？"
          confirmLabel="削除"
          isBusy={isPending}
          error={error ? sentenceOf(error, "メモの削除に失敗しました。") : undefined}
          onClose={() => setConfirming(false)}
          onConfirm={remove}
        >
          <p className="line-clamp-3 whitespace-pre-line">{text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
