import { BY_USER_ID } from "../../src/accounts/personal-data-entry.ts";
import { insertRow } from "../../src/db/insert-rows.ts";
import { personalData } from "../../src/personal-data/register.ts";
import { createNotice, createVideo } from "./factories.ts";
import { fillTexts, insertGeneratedRow, type Row } from "./generated-row.ts";
import type { TestApp } from "./test-app.ts";

/** Every text of a member's generated rows contains this. */
export const traceOf = ({ id }: { id: number }): string => `<member ${id}>`;

/**
 * Gives a member one row in every table of the register of personal data.
 * @param given values for some columns of some tables
 */
export async function createPersonalData(
  { db, clock }: Pick<TestApp, "db" | "clock">,
  user: { id: number; email: string },
  given: Record<string, Row> = {},
) {
  const video = await createVideo(db, clock);
  const notice = await createNotice(db, clock);
  const asked = { text: "質問", nickname: "はな", is_public: true, asked_at: clock.daysAgo(1) };
  const question = await insertRow(db, "questions", { ...asked, video_id: video.id, second: 5 });
  const tool = { url: "https://hooks.example.com/", events: [], secret: "" };
  const { id: endpoint } = await insertRow(db, "webhook_endpoints", tool);
  // A migration inserts the automatic mails.
  const existing = {
    ...{ videos: video.id, notices: notice.id, questions: question.id, mailings: 1 },
    webhook_endpoints: endpoint,
  };
  await fillTexts(db, "users", user.id, traceOf(user));
  for (const [table, { owner = BY_USER_ID }] of Object.entries(personalData)) {
    if (table === "users") continue;
    const values = { ...(owner && { [owner.column]: owner.value(user) }), ...given[table] };
    await insertGeneratedRow(db, table, { about: traceOf(user), at: clock.daysAgo(0), given: values, existing });
  }
  return { video, notice };
}
