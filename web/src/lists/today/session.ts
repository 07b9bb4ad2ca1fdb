import { getSession, subscribe } from "../../session/session.ts";
import type { PlanItem } from "./choose-plan.ts";

/** The items that a member watches one after the other in this tab. */
export interface TodaySession {
  minutes: number;
  items: readonly PlanItem[];
  /** Of the present item. */
  index: number;
  /** Seconds really watched, per item. */
  watched: readonly number[];
  isDone: boolean;
}

/** The tab's storage. The member's number keeps it from the next member of the browser. */
const PREFIX = "manabiya:today:";
const keyOf = (userId: number) => PREFIX + userId;

export function readSession(): TodaySession | null {
  const { user } = getSession();
  try {
    const key = keyOf(user?.id ?? 0);
    removeExcept(key);
    const text = sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as TodaySession);
  } catch {
    return null;
  }
}

function removeExcept(own?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && key !== own) sessionStorage.removeItem(key);
  }
}

/** A logout leaves nothing of the member in a shared browser. */
subscribe(() => {
  try {
    if (getSession().hasLoggedOut) removeExcept();
  } catch {
    // Without storage there is nothing to remove.
  }
});

/** @param session null: it is over */
export function storeSession(session: TodaySession | null): void {
  const key = keyOf(getSession().user?.id ?? 0);
  try {
    if (session === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(session));
  } catch {
    // Without storage the videos play on their own.
  }
}

/** The address of the present item on the page of its video. @param seeks false: the video plays on */
export function pathOf({ items, index }: TodaySession, seeks = true): string {
  const item = items[index];
  if (!item) return "/today";
  return `/video/${item.video.id}?${seeks ? `t=${item.from}&` : ""}today=${index + 1}`;
}
