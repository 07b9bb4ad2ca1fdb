import { expect, test } from "vitest";
import { hasRight, isStaffAccess, missingRightText, type StaffAccess, type StaffRights } from "./staff-rights.ts";

const ACCESSES: StaffAccess[] = ["staff", "staff.members", "staff.money", "superuser"];

const rights = (given: Partial<StaffRights>): StaffRights => ({ is_staff: false, is_superuser: false, ...given });

test.each<[string, Partial<StaffRights>, StaffAccess[]]>([
  ["a member", {}, []],
  ["a member with both rights, who is no longer staff", { may_see_members: true, may_see_money: true }, []],
  ["staff", { is_staff: true, may_see_members: false, may_see_money: false }, ["staff"]],
  ["staff of another server", { is_staff: true }, ["staff"]],
  ["staff for members", { is_staff: true, may_see_members: true }, ["staff", "staff.members"]],
  ["staff for money", { is_staff: true, may_see_money: true }, ["staff", "staff.money"]],
  [
    "staff for both",
    { is_staff: true, may_see_members: true, may_see_money: true },
    ["staff", "staff.members", "staff.money"],
  ],
  ["a superuser", { is_superuser: true }, ACCESSES],
  ["a superuser who is staff", { is_staff: true, is_superuser: true }, ACCESSES],
])("%s has exactly these rights", (_who, given, expected) => {
  expect(ACCESSES.filter((access) => hasRight(rights(given), access))).toEqual(expected);
});

test("no other access is one of staff", () => {
  expect([...ACCESSES, "member", "public", "", "Staff", undefined].filter(isStaffAccess)).toEqual(ACCESSES);
});

test("a missing right is named in the words of the screens", () => {
  expect(ACCESSES.map((access) => missingRightText("この画面", access).split("「")[1]?.split("」")[0])).toEqual([
    "コンテンツ",
    "会員",
    "請求・売上",
    "管理者",
  ]);
});
