import type { StripeSandbox } from "stripe-sandbox";
import { addPeriods } from "stripe-sandbox/internal/engine/periods.ts";

export type Jump = "day" | "month" | "year";

const DAY = 86_400_000;

export interface Steps {
  /** The daily jobs of the application, run after every day that the clock moves. */
  onStep?: () => Promise<void>;
  /** Moves clocks of the application, by milliseconds. Messages of the new day must not reach it on the day before. */
  beforeStep?: (ms: number) => Promise<void>;
}

/**
 * Moves the sandbox's clock day by day. After each day it waits for the webhooks and runs the daily jobs, so a year
 * passes as a real one would.
 */
export class TimeMachine {
  readonly #sandbox: StripeSandbox;
  readonly #onStep: () => Promise<void>;
  readonly #beforeStep: (ms: number) => Promise<void>;
  #target: number | null = null;
  #moving: Promise<void> = Promise.resolve();

  constructor(sandbox: StripeSandbox, { onStep, beforeStep }: Steps) {
    this.#sandbox = sandbox;
    this.#onStep = onStep ?? (async () => undefined);
    this.#beforeStep = beforeStep ?? (async () => undefined);
  }

  /** Milliseconds since 1970; null: the clock does not move. */
  get target(): number | null {
    return this.#target;
  }

  /** A call while the clock moves changes nothing. @returns a promise of the arrival */
  jump(jump: Jump): Promise<void> {
    if (this.#target !== null) return this.#moving;
    const from = this.#sandbox.clock.now();
    const recurring = {
      interval: jump,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    };
    this.#target = addPeriods(Math.ceil(from / 1000), recurring, 1) * 1000;
    this.#moving = this.#move(this.#target).finally(() => {
      this.#target = null;
    });
    return this.#moving;
  }

  async #move(target: number): Promise<void> {
    const { clock, webhooks } = this.#sandbox;
    await webhooks.idle();
    for (let left = target - clock.now(); left > 0; left = target - clock.now()) {
      const step = Math.min(DAY, left);
      await this.#beforeStep(step);
      clock.advance(step);
      await webhooks.idle();
      await this.#onStep();
    }
  }
}
