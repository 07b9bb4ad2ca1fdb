import { useEffect } from "react";
import { getSession, subscribe } from "../session/session.ts";

/**
 * The tab's storage holds text that was typed and not saved. The text outlives a reload and a lost session, belongs to
 * one user, and ends with a logout or with the tab.
 */
const PREFIX = "manabiya:typed:";

/** Null: the browser blocks storage. */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function keyOf(name: string): string | null {
  const { user } = getSession();
  return user && `${PREFIX}${user.id}:${name}`;
}

/** @returns the stored value; null if there is none under the name */
export function recoverText(name: string | undefined): unknown {
  const key = name === undefined ? null : keyOf(name);
  const text = key === null ? null : (storage()?.getItem(key) ?? null);
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Removes the text of the name, and of names that continue it after a space. */
export function discardText(name: string | undefined): void {
  const key = name === undefined ? null : keyOf(name);
  if (key !== null) remove((other) => other === key || other.startsWith(`${key} `));
}

function remove(isMeant: (key: string) => boolean): void {
  const all = storage();
  for (const key of Object.keys(all ?? {})) if (isMeant(key)) all?.removeItem(key);
}

/** Stores a value under a name; null removes it. A chosen file cannot be stored. */
export function useRecoverableText(name: string | undefined, value: object | null): void {
  const text = value && JSON.stringify(value, (_, part: unknown) => (part instanceof Blob ? null : part));
  useEffect(() => keep(name, text), [name, text]);
}

/** Puts values into a form that is not open yet, as if they had been typed. */
export const keepText = (name: string, value: object): void => keep(name, JSON.stringify(value));

function keep(name: string | undefined, text: string | null): void {
  const key = name === undefined ? null : keyOf(name);
  if (key === null) return;
  try {
    if (text === null) storage()?.removeItem(key);
    else storage()?.setItem(key, text);
  } catch {
    // The storage is full, and the form works without it.
  }
}

subscribe(() => {
  if (getSession().hasLoggedOut) remove((key) => key.startsWith(PREFIX));
});
