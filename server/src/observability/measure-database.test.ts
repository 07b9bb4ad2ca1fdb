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
  ]);
  const metrics = await measureDatabase(t.db, t.clock.now, t.app.log)();
  const seconds = t.clock.now() / 1000;
  expect(metrics).toContain(`manabiya_job_succeeded_timestamp_seconds{job="ends-well"} ${seconds}`);
  expect(metrics).toContain(`manabiya_job_started_timestamp_seconds{job="never-did"} ${seconds}`);
  expect(metrics).toContain(`manabiya_job_succeeded_timestamp_seconds{job="never-did"} 0`);
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
