import type { Foundation } from "./foundation.ts";

export type FromWorker = { manabiya: "waiting" } | { manabiya: "serving" } | { manabiya: "clock-set"; ahead: number };

export type ToWorker =
  | {
      manabiya: "serve";
      foundation: Foundation;
      /** URL of the demo's pages; null: none. */
      demoUrl: string | null;
      ahead: number;
    }
  /** Milliseconds that the demo's clock is ahead of the real one. */
  | { manabiya: "clock"; ahead: number };

/** The channel also carries messages of Node and of prom-client. */
export const isFromWorker = (message: unknown): message is FromWorker => isOurs(message);
export const isToWorker = (message: unknown): message is ToWorker => isOurs(message);

const isOurs = (message: unknown) => typeof message === "object" && message !== null && "manabiya" in message;
