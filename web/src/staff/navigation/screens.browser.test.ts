import { expect, test } from "vitest";
import { openAreas, positionOf } from "./screens.ts";

type User = Parameters<typeof openAreas>[0];

const STAFF = { is_staff: true, is_superuser: false };
const SUPERUSER = { is_staff: false, is_superuser: true };
const areas = (user: User) => openAreas(user).map(({ name }) => name);
const paths = (user: User) => openAreas(user).flatMap(({ screens }) => screens.map(({ path }) => path));

test("offers the screens about members and money only with their rights", () => {
  const always = paths(STAFF);
  expect(always).toContain("/admin/videos");
  expect(always.filter((path) => /members|mails|alerts/.test(path))).toEqual([]);
  const withMembers = paths({ ...STAFF, may_see_members: true }).filter((path) => !always.includes(path));
  expect(withMembers).toContain("/admin/members");
  expect(withMembers).not.toContain("/admin/alerts");
  const withMoney = paths({ ...STAFF, may_see_money: true }).filter((path) => !always.includes(path));
  expect(withMoney).toContain("/admin/alerts");
  expect(withMoney).not.toContain("/admin/members");
  expect(paths(SUPERUSER)).toEqual(
    expect.arrayContaining([...always, ...withMembers, ...withMoney, "/admin/colleagues"]),
  );
});

test("offers nothing to members and before the profile is loaded", () => {
  expect(openAreas({ is_staff: false, is_superuser: false, may_see_members: true })).toEqual([]);
  expect(openAreas(undefined)).toEqual([]);
});

test("offers no screen that needs the id of a record, and each other screen once", () => {
  const all = paths(SUPERUSER);
  expect(all.filter((path) => path.includes(":"))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test("has nine areas at most, each opening with a tab, and leaves out those without a right", () => {
  const all = ["今日", "動画", "分類", "再生リスト", "お知らせ", "会員", "売上", "レポート", "設定"];
  expect(areas(SUPERUSER)).toEqual(all);
  expect(openAreas(SUPERUSER).filter(({ screens }) => screens[0]?.isTab === false)).toEqual([]);
  expect(areas(STAFF)).toEqual(all.filter((name) => !["会員", "売上"].includes(name)));
});

test.each([
  ["/admin/videos/sheet", "動画", "/admin/videos/sheet"],
  ["/admin/videos/48/captions", "動画", "/admin/videos"],
  ["/admin/figures/videos/48", "レポート", "/admin/figures/videos"],
  ["/admin/members/5", "会員", "/admin/members"],
  ["/playlists/3", "再生リスト", "/playlists"],
])("places %s below %s", (pathname, area, path) => {
  const position = positionOf(openAreas(SUPERUSER), pathname);
  expect([position?.area.name, position?.screen.path]).toEqual([area, path]);
});

test("places no address outside of the staff's screens", () => {
  expect(positionOf(openAreas(SUPERUSER), "/admin/videosheet")).toBeNull();
});
