import { demoCatalogue } from "@manabiya/demo/content/catalogue.ts";
import { expect, test } from "vitest";
import { useTestApp } from "../../test/testing/test-app.ts";
import { seedDemo } from "./seed.ts";

const t = useTestApp();

test("the demo's members have notes and records of practice, which a second start does not repeat", async () => {
  await seedDemo(t.db, t.deps.storage, t.clock.now());
  await seedDemo(t.db, t.deps.storage, t.clock.now());
  type Note = Record<"text" | "kind" | "title" | "video_title", string> & { done_on: string | null };
  const { rows } = await t.db.query<Note>({
    text: `select n.*, v.title from notes n join videos v on v.id = n.video_id`,
  });
  expect(rows.map(({ text }) => text).toSorted()).toEqual(demoCatalogue.notes.map(({ text }) => text).toSorted());
  for (const { kind, done_on, video_title, title } of rows) {
    expect(done_on === null).toBe(kind === "note");
    expect(video_title).toBe(title);
  }
});
