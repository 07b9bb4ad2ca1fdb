import { beforeEach, expect, test } from "vitest";
import { storePendingChange } from "../billing/subscription/pending-change.ts";
import { beginSession, endSession, getSession, subscribe, updateSessionUser } from "./session.ts";
import { store, VIDEO_UPLOAD } from "./storage.ts";

const TARO = { id: 7, username: "太郎", subscription_status: "active" } as const;

beforeEach(() => endSession("expired"));

test("a login is stored under the product's keys", () => {
  beginSession({ user: TARO, token: { access: "a", refresh: "r" } });
  expect(getSession().user).toEqual(TARO);
  expect({ ...localStorage }).toEqual({ token: "a", refreshToken: "r", user: JSON.stringify(TARO) });
});

test("a logout leaves nothing behind", () => {
  beginSession({ user: TARO, token: { access: "a", refresh: "r" } });
  storePendingChange("cs_test_1");
  store.setItem(VIDEO_UPLOAD, "[]");
  endSession("logged-out");
  expect(getSession()).toEqual({ user: null, hasLoggedOut: true });
  expect(localStorage.length).toBe(0);
});

test("a logout in another tab ends this tab's session", async () => {
  beginSession({ user: TARO, token: { access: "a", refresh: "r" } });
  const seen = new Promise<void>((resolve) => void subscribe(resolve));
  const otherTab = document.body.appendChild(document.createElement("iframe"));
  otherTab.contentWindow?.localStorage.removeItem("token");
  await seen;
  otherTab.remove();
  expect(getSession().user).toBeNull();
});

test("the stored summary follows the profile of the same member only", () => {
  beginSession({ user: TARO, token: { access: "a", refresh: "r" } });
  updateSessionUser({ ...TARO, username: "花子" });
  expect(getSession().user?.username).toBe("花子");
  expect(localStorage.getItem("user")).toBe(JSON.stringify({ ...TARO, username: "花子" }));
  updateSessionUser({ ...TARO, id: 8, username: "次郎" });
  expect(getSession().user?.username).toBe("花子");
});

test("a profile without an id belongs to the signed-in member", () => {
  beginSession({ user: TARO, token: { access: "a", refresh: "r" } });
  updateSessionUser({ id: 7, username: "花子", subscription_status: "canceled" });
  expect(getSession().user).toEqual({ id: 7, username: "花子", subscription_status: "canceled" });
});
