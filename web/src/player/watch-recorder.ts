import type { PlayerEvent } from "./player.ts";

/** Milliseconds between two saved positions during playback. */
const SAVE_EVERY = 10_000;
/** Seconds. A longer step between two reports is a jump. */
const MIN_JUMP = 3;
/** Milliseconds. Dragging the bar causes many jumps. */
const JUMP_INTERVAL = 1_000;

/** Times are in seconds. */
export interface WatchPosition {
  position: number;
  duration: number;
  /** False: the player has stopped, or its page is left. */
  is_playing: boolean;
}

interface Recorder {
  handle(event: PlayerEvent): void;
  /** Called when the page is hidden: it may play on. */
  save(): void;
  /** Called when the page is left. @returns the last save, which may be in flight */
  leave(): Promise<void>;
}

/**
 * Decides when a view is counted and when the position is saved. Nothing is saved before playback, so that opening a
 * page keeps the previous position.
 */
export function createWatchRecorder(calls: {
  countView: () => void;
  savePosition: (position: WatchPosition) => Promise<void>;
  /** A monotonic clock in milliseconds. */
  now: () => number;
}): Recorder {
  let position = 0;
  let duration = 0;
  let hasPlayed = false;
  let isPlaying = false;
  let savedAt = 0;
  let hasJumped = false;
  /** The position and whether the video played. */
  let saved = "";
  let saving = Promise.resolve();

  function save(is_playing = isPlaying): void {
    savedAt = calls.now();
    hasJumped = false;
    const next = `${Math.floor(position)} ${is_playing}`;
    if (!hasPlayed || duration === 0 || saved === next) return;
    saved = next;
    saving = calls.savePosition({ position, duration, is_playing });
  }

  function start(): void {
    isPlaying = true;
    if (hasPlayed) return;
    hasPlayed = true;
    savedAt = calls.now();
    calls.countView();
  }

  function stop(): void {
    isPlaying = false;
    save();
  }

  function move(seconds: number): void {
    hasJumped ||= Math.abs(seconds - position) > MIN_JUMP;
    position = seconds;
    const age = calls.now() - savedAt;
    if ((hasJumped && age >= JUMP_INTERVAL) || (isPlaying && age >= SAVE_EVERY)) save();
  }

  return {
    handle(event) {
      if (event.type === "playing") start();
      else if (event.type === "paused" || event.type === "failed") stop();
      else if (event.type === "time") move(event.seconds);
      else if (event.type === "duration") duration = event.seconds;
      else if (event.type === "ended") {
        position = duration;
        stop();
      }
    },
    save: () => save(),
    leave() {
      save(false);
      return saving;
    },
  };
}
