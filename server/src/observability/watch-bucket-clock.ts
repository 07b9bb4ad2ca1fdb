import type { FastifyBaseLogger } from "fastify";
import type { MediaStorage } from "../files/storage/storage.ts";

/** Seconds: a bucket refuses signatures that differ by more than a quarter of an hour, and its dates are whole seconds. */
const TOLERATED = 60;

/**
 * Compares this machine's clock with the bucket's last answer. The storage signs by the bucket's clock, so that files keep
 * working; but one-time passwords and the ends of sessions follow ours.
 * @returns a function that logs each change and returns seconds by which the bucket is ahead, 0 for a tolerated difference
 */
export function watchBucketClock(
  { clockOffset = () => 0 }: Pick<MediaStorage, "clockOffset">,
  logger: Pick<FastifyBaseLogger, "info" | "warn">,
): () => number {
  let known = 0;
  return () => {
    const ahead = Math.round(clockOffset() / 1000);
    const seconds = Math.abs(ahead) > TOLERATED ? ahead : 0;
    const cause = { seconds };
    if (known === 0 && seconds !== 0) logger.warn({ cause }, "the clock of this machine differs from the bucket's");
    if (known !== 0 && seconds === 0) logger.info("the clocks of this machine and the bucket agree again");
    known = seconds;
    return seconds;
  };
}
