import type { PlayerEvent, PlayerSettings } from "../player.ts";

/** How one host's embedded player is addressed and spoken to, by messages between windows. */
export interface EmbedProtocol {
  /** The only origin whose messages count. */
  origin: string;
  /** @param start seconds @param page the origin of our own page */
  address(videoId: string, options: { start: number; page: string }): string;
  /** Said again and again until the player answers; null when the player speaks first. */
  greeting: object | null;
  /** Said once, after the first answer: what we want to hear about. */
  requests: readonly object[];
  /** What a message of the player means to us; empty for what we do not know. */
  read(message: Record<string, unknown>): PlayerEvent[];
  play: object;
  pause: object;
  seek(seconds: number): object;
  apply(settings: PlayerSettings): readonly object[];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** @returns a message as an object; players send objects as well as JSON; null for what is neither. */
export function parseMessage(data: unknown): Record<string, unknown> | null {
  if (typeof data !== "string") return isRecord(data) ? data : null;
  try {
    const parsed: unknown = JSON.parse(data);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
