import { notebook } from "@manabiya/contract";
import type { Note, NoteBody } from "@manabiya/contract/lists/notes.ts";
import { useSyncExternalStore } from "react";
import { getSession, subscribe as subscribeSession } from "../../accounts/session/session.ts";
import { ApiError, call, sentenceOf } from "../../api/calls.ts";
import { queryClient } from "../../api/query-client.ts";

/** Milliseconds between two attempts. */
const RETRY_EVERY = 15_000;

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

/** A member's notes never reach another account that logs in to this browser. */
const keyOf = (userId: number) => PREFIX + userId;

let owner: number | null = null;
let unsent: readonly UnsentNote[] = [];
let isSending = false;
/** False: storage refused the last notes, so they are in this page alone. */
let isStored = true;
const listeners = new Set<() => void>();

export function useUnsentNotes(): readonly UnsentNote[] {
  return useSyncExternalStore(subscribe, readUnsent);
}

/** Keeps the note in this browser and sends it as soon as possible. */
export function saveNote(note: Omit<UnsentNote, "refusal" | "present">): void {
  store([...others(note.id), { ...note, refusal: null, present: undefined }]);
  void sendNotes();
}

/** Drops what the server has not stored. */
export function discardUnsent(id: string): void {
  store(others(id));
}

function readUnsent(): readonly UnsentNote[] {
  const userId = getSession().user?.id ?? null;
  if (userId !== owner) {
    owner = userId;
    unsent = readStorage();
  }
  return unsent;
}

/** Other tabs store notes too, and a page that was frozen missed their events. */
function readLatest(): readonly UnsentNote[] {
  readUnsent();
  if (isStored) unsent = readStorage();
  return unsent;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const endSession = subscribeSession(listener);
  return () => {
    listeners.delete(listener);
    endSession();
  };
}

const others = (id: string) => readLatest().filter((note) => note.id !== id);

function store(notes: readonly UnsentNote[]): void {
  unsent = notes;
  try {
    if (owner === null) return;
    const key = keyOf(owner);
    if (notes.length > 0) localStorage.setItem(key, JSON.stringify(notes));
    else localStorage.removeItem(key);
    isStored = true;
  } catch {
    isStored = false;
    // Without storage the notes last for this visit.
  } finally {
    for (const listener of listeners) listener();
  }
}

function readStorage(): readonly UnsentNote[] {
  try {
    const key = owner === null ? "" : keyOf(owner);
    return JSON.parse(localStorage.getItem(key) ?? "[]") as UnsentNote[];
  } catch {
    return [];
  }
}

/** Two tabs may send the same note: its id makes the second request a repetition. */
async function sendNotes(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (const note of readLatest()) {
      if (note.refusal === null && !(await send(note))) return;
    }
  } finally {
    isSending = false;
  }
}

/** @returns whether the server answered, so that further notes can follow */
async function send(note: UnsentNote): Promise<boolean> {
  const sender = owner;
  try {
    const saved = await call(notebook.notes.write, { params: { id: note.id }, body: note.body });
    if (sender !== owner) return false;
    showSaved(saved);
    // The member may have gone on typing meanwhile.
    settle(note, ({ body, ...latest }) => [{ ...latest, body: { ...body, revision: saved.revision } }]);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || sender !== owner) return false;
    const { status } = error;
    if (status === null || status === 401 || status === 429 || status >= 500) return false;
    const refusal = sentenceOf(error, "メモを保存できませんでした。");
    const current = (error.body as { current?: Note } | null)?.current;
    // After a conflict another press of the button overwrites.
    const refused = {
      ...note,
      body: { ...note.body, revision: current?.revision ?? note.body.revision },
      refusal,
      present: current?.text,
    };
    settle(note, (latest) => [latest], [refused]);
    return true;
  }
}

/** Replaces a sent note; a later version of it takes the other way. */
function settle(
  sent: UnsentNote,
  ofLater: (later: UnsentNote) => UnsentNote[],
  ofSent: readonly UnsentNote[] = [],
): void {
  const latest = readLatest().find(({ id }) => id === sent.id);
  if (!latest) return;
  store([...others(sent.id), ...(latest === sent || isEqual(latest, sent) ? ofSent : ofLater(latest))]);
}

const isEqual = (a: UnsentNote, b: UnsentNote) => JSON.stringify(a.body) === JSON.stringify(b.body);

/** The list shows the stored note without another request. */
function showSaved(saved: Note): void {
  queryClient.setQueriesData<{ results: Note[] }>(
    {
      queryKey: [notebook.notes.ofVideo.url],
      predicate: ({ queryKey }) => (queryKey[1] as { params?: { id?: unknown } }).params?.id === String(saved.video_id),
    },
    (old) => old && { ...old, results: [...old.results.filter(({ id }) => id !== saved.id), saved] },
  );
  void queryClient.invalidateQueries({ queryKey: [notebook.notes.list.url] });
}

/** A session that ends by itself keeps them; a logout leaves nothing of the member in a shared browser. */
subscribeSession(() => {
  if (!getSession().hasLoggedOut) return;
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
});
window.addEventListener("online", () => void sendNotes());
window.addEventListener("storage", ({ key }) => {
  if (owner === null || key !== keyOf(owner)) return;
  unsent = readStorage();
  for (const listener of listeners) listener();
});
setInterval(() => void sendNotes(), RETRY_EVERY);
void sendNotes();
