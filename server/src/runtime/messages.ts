import type { Foundation } from "./foundation.ts";

/** What a worker tells the process that watches over it. */
export type FromWorker =
  | { manabiya: "waiting" }
  | { manabiya: "serving" }
  | { manabiya: "clock-set"; ahead: number };

/** What it is told. */
export type ToWorker =
  | {
      manabiya: "serve";
      foundation: Foundation;
      /** Where the demo's pages are answered; null: there are none. */
      demoUrl: string | null;
      ahead: number;
    }
  /** Milliseconds that the demo's clock is ahead of the real one. */
  | { manabiya: "clock"; ahead: number };

/** Other messages travel on the same channel: Node's own, and those of the figures. */
export const isFromWorker = (message: unknown): message is FromWorker => isOurs(message);
export const isToWorker = (message: unknown): message is ToWorker => isOurs(message);

const isOurs = (message: unknown) => typeof message === "object" && message !== null && "manabiya" in message;
