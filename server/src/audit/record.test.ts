import { expect, test } from "vitest";
import { createUser } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { recordChange } from "./record.ts";

const t = useTestApp();
const auditLog = async () => (await t.db.query({ text: "select * from audit_log" })).rows;

test("appends a change that can be neither altered nor deleted", async () => {
  const { id: by } = await createUser(t.db, t.clock);
  await recordChange(
    t.db,
    { by, action: "tag.update", id: 7, before: { name: "旧" }, after: { name: "新" }, reason: "誤字" },
    t.clock.now(),
  );
  expect(await auditLog()).toEqual([
    {
      id: 1,
      at: t.clock.daysAgo(0),
      user_id: by,
      action: "tag.update",
      subject: "tag",
      subject_id: 7,
      part_of: null,
      before: { name: "旧" },
      after: { name: "新" },
      reason: "誤字",
    },
  ]);
  for (const text of ["update audit_log set reason = ''", "delete from audit_log"]) {
    await expect(t.db.query({ text })).rejects.toThrow("only ever added to");
  }
  expect(await auditLog()).toHaveLength(1);
});

test("keeps no entry of a rolled-back change", async () => {
  await expect(
    t.db.transaction(async (tx) => {
      await recordChange(tx, { by: null, action: "tag.delete", id: 8 }, t.clock.now());
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await auditLog()).toHaveLength(1);
});
