import { expect, test } from "vitest";
import { groupedScreens, openScreens } from "./screens.ts";

const STAFF = { is_staff: true, is_superuser: false };
const paths = (user: Parameters<typeof openScreens>[0]) => openScreens(user).map(({ path }) => path);

test("offers the screens about members and money only with their rights", () => {
  const always = paths(STAFF);
  expect(always).toContain("/admin/videos");
  expect(always.filter((path) => /members|mails|alerts|audit/.test(path))).toEqual([]);
  const withMembers = paths({ ...STAFF, may_see_members: true }).filter((path) => !always.includes(path));
  expect(withMembers).toContain("/admin/members");
  expect(withMembers).not.toContain("/admin/alerts");
  const withMoney = paths({ ...STAFF, may_see_money: true }).filter((path) => !always.includes(path));
  expect(withMoney).toContain("/admin/alerts");
  expect(withMoney).not.toContain("/admin/members");
  expect(paths({ is_staff: false, is_superuser: true })).toEqual(
    expect.arrayContaining([...always, ...withMembers, ...withMoney, "/admin/audit"]),
  );
});

test("offers nothing to members and before the profile is loaded", () => {
  expect(openScreens({ is_staff: false, is_superuser: false, may_see_members: true })).toEqual([]);
  expect(groupedScreens(undefined)).toEqual([]);
});

test("offers no screen that needs the id of a record, and each other screen once", () => {
  const all = paths({ is_staff: false, is_superuser: true });
  expect(all.filter((path) => path.includes(":"))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});
