import type { PlayerEvent, PlayerSettings } from "../player.ts";

/** The message protocol of one host's embedded player. */
export interface EmbedProtocol {
  /** Messages from other origins are ignored. */
  origin: string;
  /** @param start seconds @param page the origin of this page @param key of an unlisted video; null without one */
  address(videoId: string, options: { start: number; page: string; key: string | null }): string;
  /** Sent repeatedly until the player answers; null if the player speaks first. */
  greeting: object | null;
  /** Sent once after the first answer, to subscribe to events. */
  requests: readonly object[];
  /** The events in a message of the player; empty if it is unknown. */
  read(message: Record<string, unknown>): PlayerEvent[];
  play: object;
  pause: object;
  seek(seconds: number): object;
  apply(settings: PlayerSettings): readonly object[];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** @returns a message as an object, parsed if it is JSON; null for anything else */
export function parseMessage(data: unknown): Record<string, unknown> | null {
  if (typeof data !== "string") return isRecord(data) ? data : null;
  try {
    const parsed: unknown = JSON.parse(data);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
