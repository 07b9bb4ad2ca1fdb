import { useSyncExternalStore } from "react";
import { getSession, subscribe as subscribeSession } from "../../session/session.ts";
import { store } from "../../session/storage.ts";
import type { ApiError } from "../../api/calls.ts";
import { invalidate } from "../../api/query-client.ts";

/** Milliseconds between two attempts. */
const RETRY_EVERY = 15_000;

interface Item {
  id: string | number;
}

export interface Unsent<T extends Item> {
  use(): readonly T[];
  /** Keeps the item in this browser, in the place of one with the same id, and sends it as soon as possible. */
  save(item: T): void;
  drop(id: T["id"]): void;
  /** Replaces a sent item by what remains of it: null if nothing. A later version of it takes the other way. */
  settle(sent: T, toSend: (item: T) => unknown, remains: T | null, ofLater: (later: T) => T): void;
  /** Whose items these are. */
  owner(): number | null;
}

/**
 * Keeps a member's items that the server has not stored yet. An item stays in this browser's storage until the server has.
 * @param prefix of the storage's key, which ends with the member's number: nothing reaches another account
 * @param send @returns whether the server answered, so that further items can follow
 * @param answers the addresses of answers with these items, which are stale when another tab has sent one
 */
export function keepUnsent<T extends Item>(
  prefix: string,
  send: (item: T) => Promise<boolean>,
  answers: readonly string[],
): Unsent<T> {
  const keyOf = (userId: number) => prefix + userId;
  const listeners = new Set<() => void>();
  let owner: number | null = null;
  let unsent: readonly T[] = [];
  let isSending = false;
  /** Something was stored while others were sent. */
  let hasMore = false;
  /** False: storage refused the last items, so they are in this page alone. */
  let isStored = true;

  function read(): readonly T[] {
    const userId = getSession().user?.id ?? null;
    if (userId !== owner) {
      owner = userId;
      unsent = readStorage();
    }
    return unsent;
  }

  /** Other tabs store items too, and a page that was frozen missed their events. */
  function readLatest(): readonly T[] {
    read();
    if (isStored) unsent = readStorage();
    return unsent;
  }

  function readStorage(): readonly T[] {
    try {
      const key = owner === null ? "" : keyOf(owner);
      return JSON.parse(localStorage.getItem(key) ?? "[]") as T[];
    } catch {
      return [];
    }
  }

  const others = (id: T["id"]) => readLatest().filter((item) => item.id !== id);

  function keep(items: readonly T[]): void {
    unsent = items;
    try {
      if (owner === null) return;
      const key = keyOf(owner);
      if (items.length > 0) localStorage.setItem(key, JSON.stringify(items));
      else localStorage.removeItem(key);
      isStored = true;
    } catch {
      // Without storage the items last for this visit.
      isStored = false;
    } finally {
      for (const listener of listeners) listener();
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    const endSession = subscribeSession(listener);
    return () => {
      listeners.delete(listener);
      endSession();
    };
  }

  /** Two tabs may send the same item: every call sets a state, so the second request is a repetition. */
  async function sendAll(): Promise<void> {
    hasMore = true;
    if (isSending) return;
    isSending = true;
    try {
      while (hasMore) {
        hasMore = false;
        for (const item of readLatest()) if (!(await send(item))) return;
      }
    } finally {
      isSending = false;
    }
  }

  let member = getSession().user?.id;
  /** A session that ends by itself keeps them; a logout leaves nothing of this member in a shared browser. */
  subscribeSession(() => {
    const { user, hasLoggedOut } = getSession();
    if (hasLoggedOut && member !== undefined) store.removeItem(keyOf(member));
    member = user?.id ?? member;
  });
  window.addEventListener("online", () => void sendAll());
  window.addEventListener("storage", ({ key }) => {
    if (owner === null || key !== keyOf(owner)) return;
    const before = unsent;
    unsent = readStorage();
    for (const listener of listeners) listener();
    const isSent = before.some(({ id }) => !unsent.some((item) => item.id === id));
    if (isSent) void invalidate(answers);
  });
  setInterval(() => void sendAll(), RETRY_EVERY);
  // The caller's `send` may use this object.
  queueMicrotask(() => void sendAll());

  return {
    use: () => useSyncExternalStore(subscribe, read),
    save(item) {
      keep([...others(item.id), item]);
      void sendAll();
    },
    drop: (id) => keep(others(id)),
    settle(sent, toSend, remains, ofLater) {
      const latest = readLatest().find(({ id }) => id === sent.id);
      if (!latest) return;
      const isSame = JSON.stringify(toSend(latest)) === JSON.stringify(toSend(sent));
      const next = isSame ? remains : ofLater(latest);
      keep(next === null ? others(sent.id) : [...others(sent.id), next]);
    },
    owner: () => owner,
  };
}

/** Whether a repetition may succeed: there was no answer, or none about the item itself. */
export function isTemporary({ status }: ApiError): boolean {
  return status === null || status === 401 || status === 429 || status >= 500;
}
