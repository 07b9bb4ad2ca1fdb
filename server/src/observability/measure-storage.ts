import type { FastifyBaseLogger } from "fastify";
import { Gauge, Registry } from "prom-client";
import type { MediaStorage } from "../files/storage/storage.ts";
import { watchBucketClock } from "./watch-bucket-clock.ts";

/** Milliseconds: less than Prometheus waits for a scrape. */
const TIMEOUT = 3_000;

/** Whether the bucket or folder of videos and pictures answers, asked at each scrape. */
export function measureStorage(
  storage: Pick<MediaStorage, "check" | "clockOffset">,
  logger: Pick<FastifyBaseLogger, "info" | "warn">,
): () => Promise<string> {
  const registry = new Registry();
  const up = new Gauge({
    name: "manabiya_storage_up",
    help: "1 when the bucket or folder of videos and pictures answers.",
    registers: [registry],
  });
  const clock = new Gauge({
    name: "manabiya_storage_clock_offset_seconds",
    help: "Seconds by which the bucket's clock is ahead of this machine's; 0 up to a minute.",
    registers: [registry],
  });
  const compareClocks = watchBucketClock(storage, logger);
  let isUp = true;
  const set = (answers: boolean, err?: unknown) => {
    if (isUp && !answers) logger.warn({ err }, "the storage of videos and pictures does not answer");
    if (!isUp && answers) logger.info("the storage of videos and pictures answers again");
    isUp = answers;
    up.set(answers ? 1 : 0);
  };
  return async () => {
    await storage.check(AbortSignal.timeout(TIMEOUT)).then(
      () => set(true),
      (err: unknown) => set(false, err),
    );
    clock.set(compareClocks());
    return registry.metrics();
  };
}
