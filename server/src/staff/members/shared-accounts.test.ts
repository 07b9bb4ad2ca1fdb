import { contract } from "@manabiya/contract";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { expect, test } from "vitest";
import { createUser } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { insertRows } from "../../db/insert-rows.ts";

const t = useTestApp();
const { withRights, superuser } = staffCalls(t);
const { list, get } = contract.adminMembers;

test("staff list shared accounts, read when and how much, and see nothing of colleagues", async () => {
  const [shared, past, colleague] = [
    await createUser(t.db, t.clock),
    await createUser(t.db, t.clock),
    await createUser(t.db, t.clock, { is_staff: true, is_superuser: true }),
  ];
  const hour = (user_id: number, days: number) => ({ user_id, at: t.clock.daysAgo(days), networks: 5, devices: 7 });
  const rows = [hour(shared.id, 20), hour(shared.id, 1), hour(shared.id, 29), hour(past.id, 29), hour(colleague.id, 1)];
  await insertRows(t.db, "shared_hours", rows);
  const me = await withRights({ may_see_members: true });
  expect((await me.get(`${list.url}?status=shared`)).json()).toMatchObject({ count: 1, results: [{ id: shared.id }] });
  const read = async (reader: typeof me, id: number) => (await reader.call(get, { id })).json<MemberDetail>();
  const { shared_hours } = await read(me, shared.id);
  expect(shared_hours).toEqual([1, 20].map((days) => ({ at: t.clock.daysAgo(days), networks: 5, devices: 7 })));
  expect((await read(me, past.id)).shared_hours).toEqual([]);
  expect((await read(me, colleague.id)).shared_hours).toEqual([]);
  expect((await read(await superuser(), colleague.id)).shared_hours).toHaveLength(1);
});
