import { expect, test } from "vitest";
import { insertRows } from "../db/insert-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { measureDatabase } from "./measure-database.ts";

const t = useTestApp();

test("reports 0 as the success time of a job that never succeeded", async () => {
  const at = t.clock.daysAgo(0);
  await insertRows(t.db, "job_runs", [
    { job: "ends-well", started_at: at, succeeded_at: at },
    { job: "never-did", started_at: at },
  ]);
  const metrics = await measureDatabase(t.db, t.clock.now, t.app.log)();
  const seconds = t.clock.now() / 1000;
  expect(metrics).toContain(`manabiya_job_succeeded_timestamp_seconds{job="ends-well"} ${seconds}`);
  expect(metrics).toContain(`manabiya_job_started_timestamp_seconds{job="never-did"} ${seconds}`);
  expect(metrics).toContain(`manabiya_job_succeeded_timestamp_seconds{job="never-did"} 0`);
});
