import { expect, test } from "vitest";
import { insertRow, insertRows } from "../db/insert-rows.ts";
import { createNotice, createUser } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { measureDatabase } from "./measure-database.ts";

const t = useTestApp();

test("reports 0 as the success time of a job that never succeeded", async () => {
  const at = t.clock.daysAgo(0);
  await insertRows(t.db, "job_runs", [
    { job: "ends-well", started_at: at, succeeded_at: at },
    { job: "never-did", started_at: at },
    // A lock, which would be late an hour after each film.
    { job: "prepare-films", started_at: at },
  ]);
  const metrics = await measureDatabase(t.db, t.clock.now, t.app.log)();
  const seconds = t.clock.now() / 1000;
  expect(metrics).toContain(`manabiya_job_succeeded_timestamp_seconds{job="ends-well"} ${seconds}`);
  expect(metrics).toContain(`manabiya_job_started_timestamp_seconds{job="never-did"} ${seconds}`);
  expect(metrics).toContain(`manabiya_job_succeeded_timestamp_seconds{job="never-did"} 0`);
  expect(metrics).not.toContain("prepare-films");
});

test("reports the age of the newest backup that a test restored, and whether the last test failed", async () => {
  const measured = async () => {
    const metrics = await measureDatabase(t.db, t.clock.now, t.app.log)();
    // A test is no job of ours, which would be late after an hour.
    expect(metrics).not.toMatch(/job="(restore-test|proven-backup)"/);
    return ["backup_proven_age_seconds", "backup_test_failed"].map(
      (name) => new RegExp(`^manabiya_${name} (.*)$`, "m").exec(metrics)?.[1],
    );
  };
  await t.db.query({ text: "delete from job_runs" });
  expect(await measured()).toEqual(["Nan", "0"]);
  const at = t.clock.daysAgo(0);
  await insertRow(t.db, "job_runs", { job: "restore-test", started_at: at });
  expect(await measured()).toEqual(["+Inf", "1"]);
  await insertRow(t.db, "job_runs", { job: "proven-backup", started_at: t.clock.daysAgo(2), succeeded_at: at });
  expect(await measured()).toEqual(["172800", "1"]);
  await t.db.query({ text: "update job_runs set succeeded_at = started_at" });
  expect(await measured()).toEqual(["172800", "0"]);
});

test("reports how long nothing was sent of the mailings that wait, and not of those that staff withdrew", async () => {
  const idle = async () =>
    Number(/^manabiya_mailings_idle_seconds (.*)$/m.exec(await measureDatabase(t.db, t.clock.now, t.app.log)())?.[1]);
  const at = t.clock.daysAgo(0);
  const mailing = async (given: { listed_at?: string; next_batch_at?: string } = {}) => {
    const notice = await createNotice(t.db, t.clock, { published_at: at });
    const text = { audience: "all" as const, subject: "", body: "", send_at: at, created_at: at };
    await insertRow(t.db, "mailings", { key: `notice ${notice.id}`, notice_id: notice.id, ...text, ...given });
    return notice.id;
  };
  expect(await idle()).toBe(0);
  await mailing();
  t.clock.advance({ minutes: 20 });
  expect(await idle()).toBe(1200);
  const member = await createUser(t.db, t.clock);
  await t.db.query({ text: "update mailings set listed_at = $1 where listed_at is null", values: [at] });
  await t.db.query({
    text: `insert into mailing_recipients (mailing_id, user_id, created_at, send_after)
           select id, $2, $1, $1 from mailings where key like 'notice %'`,
    values: [at, member.id],
  });
  expect(await idle()).toBe(1200);
  // A long mailing is sent before it.
  await mailing({ listed_at: at, next_batch_at: t.clock.daysAgo(0) });
  expect(await idle()).toBe(0);
  await t.db.query({ text: "update mailings set next_batch_at = null" });
  await t.db.query({ text: "update notices set published_at = null" });
  expect(await idle()).toBe(0);
});
