import { expect, test } from "vitest";
import { restoreUser, storedUser } from "./storage.ts";

const TARO = { id: 7, username: "太郎", subscription_status: "active" };

test("a stored user with a token is signed in", () => {
  localStorage.setItem("user", JSON.stringify(TARO));
  localStorage.setItem("token", "access");
  expect(restoreUser()).toEqual(TARO);
});

test.each(["太郎", "{", "null", "[]", '{"id":"7"}', '{"id":7,"username":"太郎"}'])(
  "the unreadable user %s is removed and nobody is signed in",
  (stored) => {
    localStorage.setItem("user", stored);
    localStorage.setItem("token", "access");
    localStorage.setItem("refreshToken", "refresh");
    expect(restoreUser()).toBeNull();
    expect(localStorage.length).toBe(0);
  },
);

test("a user without a token is not signed in but stays stored, because another tab may be signing in", () => {
  localStorage.setItem("user", JSON.stringify(TARO));
  expect(storedUser()).toBeNull();
  expect(restoreUser()).toBeNull();
  expect(localStorage.getItem("user")).not.toBeNull();
});
