import type { Visit } from "./visit.ts";

/** One line of the walk. */
export interface Step {
  title: string;
  /** The place to look at when the step is wrong. */
  remedy: string;
  /** @returns a few words about the result, for the line @throws Wrong */
  run: (visit: Visit) => Promise<string>;
}
