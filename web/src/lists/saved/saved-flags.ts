import type { QueryClient } from "@tanstack/react-query";
import type { VideoCard } from "../../api/answers.ts";

/** What a member can do with a video besides watching it. */
export type SavedFlag = "is_favorite" | "watch_later";

/** A list of flag videos that is shown: what is pressed there takes the card out. */
export interface CurrentList {
  flag: SavedFlag;
  remove: (video: VideoCard, how: { byKeyboard: boolean }) => void;
}

/** Shows a flag on every copy of a video that was fetched: on home, in lists, on its own page. */
export function showFlag(client: QueryClient, flag: SavedFlag, id: number, isOn: boolean): void {
  for (const query of client.getQueryCache().getAll()) {
    const data: unknown = query.state.data;
    const shown = withFlag(data, flag, id, isOn);
    if (shown === data) continue;
    // An answer that is on its way may be older than the press.
    void query.cancel({ revert: true });
    // Unlike setQueryData this leaves what is known to be stale as it is.
    query.setState({ data: shown });
  }
}

/** @returns the same value when it holds no such video, or one that says so already. */
export function withFlag<T>(value: T, flag: SavedFlag, id: number, isOn: boolean): T;
export function withFlag(value: unknown, flag: SavedFlag, id: number, isOn: boolean): unknown {
  if (Array.isArray(value)) return changedParts(value, flag, id, isOn) ?? value;
  if (typeof value !== "object" || value === null) return value;
  const parts = changedParts(Object.values(value), flag, id, isOn);
  const whole = parts
    ? Object.fromEntries(Object.keys(value).map((key, index) => [key, parts[index]]))
    : value;
  return isVideo(value) && value.id === id && value[flag] !== isOn ? { ...whole, [flag]: isOn } : whole;
}

/** Whether a video stands anywhere in what was fetched. */
export function holdsVideo(value: unknown, id: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (isVideo(value) && value.id === id) || Object.values(value).some((part) => holdsVideo(part, id));
}

/** Null: nothing changed. */
function changedParts(parts: unknown[], flag: SavedFlag, id: number, isOn: boolean): unknown[] | null {
  const next = parts.map((part) => withFlag(part, flag, id, isOn));
  return next.some((part, index) => part !== parts[index]) ? next : null;
}

function isVideo(value: object): value is Pick<VideoCard, "id" | SavedFlag> {
  return "id" in value && "is_favorite" in value && "watch_later" in value;
}
