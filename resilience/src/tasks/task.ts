import type { Device, Operator } from "./operator.ts";
import type { Business, Role } from "./business.ts";

/** A way from the dashboard to the end of one act. */
export interface Step {
  role: Role;
  perform(operator: Operator): Promise<void>;
  /** Throws if the effect is not there. */
  verify?(): Promise<void>;
}

export interface Task {
  title: string;
  /** The most clicks of an act. Without it: four. */
  clicks?: number;
  /** Prepares what the task needs, such as a member. A task of several acts has a step for each. */
  prepare(business: Business, device: Device): Promise<Step[]>;
}
