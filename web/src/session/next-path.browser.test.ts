import { expect, test } from "vitest";
import { safeNextPath, wayBackTo, withNext } from "./next-path.ts";

test("login links carry the location to return to", () => {
  expect(wayBackTo({ pathname: "/search", search: "?q=SEO&type=all", hash: "" }, "/login")).toBe(
    "/login?next=%2Fsearch%3Fq%3DSEO%26type%3Dall",
  );
});

test("links to other pages carry it too", () => {
  expect(withNext("/signup", "/video/12?t=30")).toBe("/signup?next=%2Fvideo%2F12%3Ft%3D30");
  expect(withNext("/signup", "/")).toBe("/signup");
});

test("the home page is left out", () => {
  expect(wayBackTo({ pathname: "/", search: "", hash: "" }, "/login")).toBe("/login");
});

test.each(["/video/12?t=30#chapters", "/profile", "/category/3?page=2"])("a login returns to %s", (next) => {
  expect(safeNextPath(next)).toBe(next);
});

test.each([
  null,
  "",
  "profile",
  "https://example.com/",
  "//example.com/",
  "/\\example.com/",
  "/\t/example.com/",
  "/.//example.com/",
  "/%2e//example.com/",
  "javascript:alert(1)",
  "/login?next=/login",
  "/signup",
  "/landing",
  "http://[",
])("%j leads home", (next) => {
  expect(safeNextPath(next)).toBe("/");
});

test.each([
  ["a long search", `/search?q=${"あ".repeat(2_000)}`, "/login?next=%2Fsearch"],
  ["a long mark", `/video/12#${"x".repeat(5_000)}`, "/login?next=%2Fvideo%2F12"],
  ["a long path", `/${"x".repeat(5_000)}?q=1`, "/login"],
])("a link does not grow without a limit: %s", (_name, next, link) => {
  expect(withNext("/login", next)).toBe(link);
});
