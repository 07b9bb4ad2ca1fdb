import { contract } from "@manabiya/contract";
import type { Note, NoteBody } from "@manabiya/contract/lists/notes.ts";
import { ApiError, call, sentenceOf } from "../../api/calls.ts";
import { queryClient } from "../../api/query-client.ts";
import { isTemporary, keepUnsent } from "../../catalogue/saved/keep-unsent.ts";

/** A note that the server has not stored yet. It stays in this browser until it has. */
export interface UnsentNote {
  id: string;
  body: NoteBody;
  video_title: string;
  created_at: string;
  /** The sentence of a refusal, which a repetition would not change. */
  refusal: string | null;
  /** After a conflict: the text that the server has. */
  present?: string | undefined;
}

const PREFIX = "manabiya:notes:";

const unsent = keepUnsent<UnsentNote>(PREFIX, async (note) => note.refusal !== null || (await send(note)), [
  contract.notes.ofVideo.url,
  contract.notes.list.url,
]);

export const useUnsentNotes = unsent.use;

/** Keeps the note in this browser and sends it as soon as possible. */
export function saveNote(note: Omit<UnsentNote, "refusal" | "present">): void {
  unsent.save({ ...note, refusal: null, present: undefined });
}

/** Drops what the server has not stored. */
export const discardUnsent = unsent.drop;

const bodyOf = ({ body }: UnsentNote) => body;

/** @returns whether the server answered, so that further notes can follow */
async function send(note: UnsentNote): Promise<boolean> {
  const sender = unsent.owner();
  try {
    const saved = await call(contract.notes.write, { params: { id: note.id }, body: note.body });
    if (sender !== unsent.owner()) return false;
    showSaved(saved);
    // The member may have gone on typing meanwhile.
    unsent.settle(note, bodyOf, null, ({ body, ...latest }) => ({
      ...latest,
      body: { ...body, revision: saved.revision },
    }));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || sender !== unsent.owner() || isTemporary(error)) return false;
    const refusal = sentenceOf(error, "メモを保存できませんでした。");
    const current = (error.body as { current?: Note } | null)?.current;
    // After a conflict another press of the button overwrites.
    const refused = {
      ...note,
      body: { ...note.body, revision: current?.revision ?? note.body.revision },
      refusal,
      present: current?.text,
    };
    unsent.settle(note, bodyOf, refused, (latest) => latest);
    return true;
  }
}

/** The list shows the stored note without another request. */
function showSaved(saved: Note): void {
  queryClient.setQueriesData<{ results: Note[] }>(
    {
      queryKey: [contract.notes.ofVideo.url],
      predicate: ({ queryKey }) => (queryKey[1] as { params?: { id?: unknown } }).params?.id === String(saved.video_id),
    },
    (old) => old && { ...old, results: [...old.results.filter(({ id }) => id !== saved.id), saved] },
  );
  void queryClient.invalidateQueries({ queryKey: [contract.notes.list.url] });
}
