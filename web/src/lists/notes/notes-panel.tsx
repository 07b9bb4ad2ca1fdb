import { contract } from "@manabiya/contract";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { useRead } from "../../api/calls.ts";
import { ClockTime } from "../../catalogue/videos/clock-time.tsx";
import { recoverText, useRecoverableText } from "../../forms/recoverable-text.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { type NoteDraft, NoteFields, problemOf } from "./note-fields.tsx";
import { hasEdit, NoteItem, withUnsent } from "./note-item.tsx";
import { saveNote, useUnsentNotes } from "./unsent-notes.ts";

export interface NotesPanelHandle {
  /** Takes the present second and puts the cursor into the field. */
  write(): void;
}

interface NotesPanelProps {
  video: { id: number; title: string };
  /** The player's present second. */
  secondNow: () => number;
  onSeek: (seconds: number) => void;
  ref: Ref<NotesPanelHandle>;
}

/** The member's own notes of the playing video: one line, which opens. Loaded on demand. */
export default function NotesPanel({ video, secondNow, onSeek, ref }: NotesPanelProps) {
  const found = useRead(contract.notes.ofVideo, { params: { id: String(video.id) } });
  const unsent = useUnsentNotes().filter(({ body }) => body.video_id === video.id);
  const shown = withUnsent(found.data?.results ?? [], unsent).toSorted((a, b) => a.second - b.second);
  const [opened, setOpen] = useState<boolean | null>(() => (recoverText(draftOf(video)) === null ? null : true));
  // Until the member opens or closes it, a note with an unsaved edit does.
  const isOpen = opened ?? shown.some(hasEdit);
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    write() {
      flushSync(() => setOpen(true));
      field.current?.focus();
    },
  }));
  return (
    <section aria-labelledby="notes" className="border-t pt-2">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-target content-center">
          <h2 id="notes" className="inline text-base">
            メモ
          </h2>
          <span className="pl-3 text-muted">{shown.length > 0 ? `${shown.length}件` : "この場面のメモを書く"}</span>
        </summary>
        {isOpen && (
          <div className="grid gap-4 pt-2">
            <Composer key={video.id} video={video} secondNow={secondNow} field={field} />
            {found.error && <Failure query={found} message="メモを読み込めませんでした。" />}
            {shown.length > 0 && (
              <ol aria-label="メモの一覧">
                {shown.map((note) => (
                  <NoteItem
                    key={note.id}
                    note={note}
                    position={
                      <button type="button" onClick={() => onSeek(note.second)} className="link">
                        <ClockTime seconds={note.second} text={formatClock(note.second)} />
                      </button>
                    }
                  />
                ))}
              </ol>
            )}
            <Link to="/notes" className="link w-fit">
              すべてのメモ
            </Link>
          </div>
        )}
      </details>
    </section>
  );
}

/** The name under which an unsaved text is kept. */
const draftOf = ({ id }: NotesPanelProps["video"]) => `note ${id}`;

/** Milliseconds between two looks at the player. */
const FOLLOW_INTERVAL = 500;

const EMPTY: NoteDraft = { kind: "note", second: 0, text: "", link: null, done_on: null };

interface ComposerProps extends Pick<NotesPanelProps, "video" | "secondNow"> {
  field: Ref<HTMLTextAreaElement>;
}

function Composer({ video, secondNow, field }: ComposerProps) {
  const name = draftOf(video);
  const [draft, setDraft] = useState(() => (recoverText(name) as NoteDraft | null) ?? EMPTY);
  useRecoverableText(name, draft.text === "" ? null : draft);
  const [error, setError] = useState<string>();
  const [isWriting, setWriting] = useState(false);

  const isFollowing = draft.text === "" && !isWriting;
  useEffect(() => {
    if (!isFollowing) return;
    const timer = setInterval(() => {
      const second = Math.floor(secondNow());
      setDraft((now) => (now.second === second ? now : { ...now, second }));
    }, FOLLOW_INTERVAL);
    return () => clearInterval(timer);
  }, [isFollowing, secondNow]);

  function change(to: Partial<NoteDraft>): void {
    setDraft({ ...draft, ...to });
    setError(undefined);
  }
  /** A note belongs to the second at which the member began it. */
  function take(): void {
    setWriting(true);
    if (draft.text === "") setDraft({ ...draft, second: Math.floor(secondNow()) });
  }
  function save(): void {
    const problem = problemOf(draft);
    setError(problem);
    if (problem !== undefined) return;
    saveNote({
      id: crypto.randomUUID(),
      video_title: video.title,
      created_at: new Date().toISOString(),
      body: { ...draft, video_id: video.id, revision: 0 },
    });
    setDraft({ ...EMPTY, second: Math.floor(secondNow()) });
    setWriting(false);
  }

  return (
    <div className="grid gap-3">
      <NoteFields
        ref={field}
        draft={draft}
        error={error}
        onFocus={take}
        onBlur={() => setWriting(false)}
        onChange={change}
        onSave={save}
      />
      <Button look="secondary" className="w-fit" onClick={save}>
        メモを保存
      </Button>
    </div>
  );
}
