import type { QueryClient } from "@tanstack/react-query";
import type { VideoCard } from "../../api/answers.ts";

/** The flags of a video that a member sets. */
export type SavedFlag = "is_favorite" | "watch_later";

/** The saved list on the screen: a press there removes the card. */
export interface CurrentList {
  flag: SavedFlag;
  remove: (video: VideoCard, how: { byKeyboard: boolean }) => void;
}

/** Updates the flag in every cached copy of the video. */
export function showFlag(client: QueryClient, flag: SavedFlag, id: number, isOn: boolean): void {
  for (const query of client.getQueryCache().getAll()) {
    const data: unknown = query.state.data;
    const shown = withFlag(data, flag, id, isOn);
    if (shown === data) continue;
    // A response in flight may be older than the press.
    void query.cancel({ revert: true });
    // Unlike setQueryData this keeps stale data stale.
    query.setState({ data: shown });
  }
}

/** @returns the same value if nothing changes */
export function withFlag<T>(value: T, flag: SavedFlag, id: number, isOn: boolean): T;
export function withFlag(value: unknown, flag: SavedFlag, id: number, isOn: boolean): unknown {
  if (Array.isArray(value)) return changedValues(value, flag, id, isOn) ?? value;
  if (typeof value !== "object" || value === null) return value;
  const values = changedValues(Object.values(value), flag, id, isOn);
  const whole = values ? Object.fromEntries(Object.keys(value).map((key, index) => [key, values[index]])) : value;
  return isVideo(value) && value.id === id && value[flag] !== isOn ? { ...whole, [flag]: isOn } : whole;
}

/** Searches at any depth. */
export function holdsVideo(value: unknown, id: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (isVideo(value) && value.id === id) || Object.values(value).some((child) => holdsVideo(child, id));
}

function changedValues(values: unknown[], flag: SavedFlag, id: number, isOn: boolean): unknown[] | null {
  const next = values.map((value) => withFlag(value, flag, id, isOn));
  return next.some((value, index) => value !== values[index]) ? next : null;
}

function isVideo(value: object): value is Pick<VideoCard, "id" | SavedFlag> {
  return "id" in value && "is_favorite" in value && "watch_later" in value;
}
