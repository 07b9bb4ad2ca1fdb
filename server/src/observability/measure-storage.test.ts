import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openLocalStorage } from "../files/storage/local-storage.ts";
import { openS3Storage } from "../files/storage/s3-storage.ts";
import type { MediaStorage } from "../files/storage/storage.ts";
import { startBuckets } from "../../test/testing/bucket.ts";
import { describeError } from "./logger.ts";
import { measureStorage } from "./measure-storage.ts";

/** Takes the storage away and expects one line in the log. */
async function expectMetric(storage: MediaStorage, takeAway: () => Promise<unknown>, code: string): Promise<void> {
  const lines: object[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as object);
  const read = measureStorage(storage, pino({ serializers: { err: describeError } }, { write }));
  expect(await read()).toMatch(/^manabiya_storage_up 1$/m);
  await takeAway();
  expect(await read()).toMatch(/^manabiya_storage_up 0$/m);
  expect(await read()).toMatch(/^manabiya_storage_up 0$/m);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).toContain(`"code":"${code}"`);
}

test("a bucket that is away is a metric and a line in the log with its cause", async () => {
  const buckets = await startBuckets(["films"]);
  await expectMetric(await openS3Storage(buckets.settings("films")), () => buckets.close(), "ECONNREFUSED");
});

test("a folder of files that is away is a metric and a line in the log with its cause", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-storage-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const takeAway = () => rm(join(folder, "media"), { recursive: true });
  await expectMetric(await openLocalStorage(folder), takeAway, "ENOENT");
});
