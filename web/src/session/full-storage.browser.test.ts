import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginSession, endSession, getSession } from "./session.ts";
import { isSessionSaved, readTokens, store } from "./storage.ts";

const TARO = { id: 7, username: "太郎", subscription_status: "active" } as const;

beforeEach(() => {
  localStorage.setItem("token", "of an earlier session");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("exceeded", "QuotaExceededError");
  });
});
afterEach(() => vi.restoreAllMocks());

test("a member logs in, renews the token and logs out with a full storage", () => {
  beginSession({ user: TARO, token: { access: "new", refresh: "refresh" } });
  expect(getSession().user).toEqual(TARO);
  expect(readTokens()).toEqual({ access: "new", refresh: "refresh" });
  expect(localStorage.getItem("token")).toBeNull();
  expect(isSessionSaved()).toBe(false);
  endSession("logged-out");
  expect(readTokens()).toEqual({ access: null, refresh: null });
  expect(isSessionSaved()).toBe(true);
});

test("a value is stored again when there is room", () => {
  store.setItem("theme", "dark");
  expect(store.getItem("theme")).toBe("dark");
  vi.restoreAllMocks();
  store.setItem("theme", "light");
  expect([store.getItem("theme"), localStorage.getItem("theme")]).toEqual(["light", "light"]);
});
