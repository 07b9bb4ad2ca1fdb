import { staff } from "@manabiya/contract";
import { expect, test } from "vitest";
import { createCategory, createChapter, createNotice, createVideo } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();

test("counts only the work that waits for staff", async () => {
  const me = await staffCalls(t).withRights({ may_see_members: true });
  const needs = async () =>
    Object.fromEntries(
      (await me.call(staff.dashboard.get))
        .json<{ needs: { kind: string; count: number }[] }>()
        .needs.map(({ kind, count }) => [kind, count]),
    );
  expect(await needs()).toEqual({
    failed_mails: 0,
    videos_without_chapters: 0,
    videos_without_category: 0,
    draft_videos: 0,
    scheduled_videos: 0,
    scheduled_notices: 0,
  });
  const category_ids = [(await createCategory(t.db, "分類")).id];
  const done = await createVideo(t.db, t.clock, { category_ids });
  await createChapter(t.db, { video_id: done.id });
  await createVideo(t.db, t.clock);
  await createVideo(t.db, t.clock, { published_at: null, category_ids });
  await createVideo(t.db, t.clock, { published_at: t.clock.daysAgo(-1), category_ids });
  await createVideo(t.db, t.clock, { deleted_at: t.clock.daysAgo(0), published_at: null });
  await createNotice(t.db, t.clock, { published_at: t.clock.daysAgo(-1) });
  const mail = {
    recipient: "a@example.com",
    subject: "件名",
    text: "",
    html: "",
    created_at: t.clock.daysAgo(0),
    send_after: t.clock.daysAgo(0),
    attempts: 0,
  };
  const mails = [mail, { ...mail, attempts: 2, last_error: "ECONNREFUSED" }, { ...mail, sent_at: t.clock.daysAgo(0) }];
  await t.db.query({
    text: `insert into mail_outbox (recipient, subject, text, html, created_at, send_after, attempts, last_error, sent_at)
           select recipient, subject, text, html, created_at, send_after, attempts, last_error, sent_at
             from json_populate_recordset(null::mail_outbox, $1)`,
    values: [JSON.stringify(mails)],
  });
  expect(await needs()).toEqual({
    failed_mails: 1,
    videos_without_chapters: 3,
    videos_without_category: 1,
    draft_videos: 1,
    scheduled_videos: 1,
    scheduled_notices: 1,
  });
});
