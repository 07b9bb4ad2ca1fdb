import { contract } from "@manabiya/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call, sentenceOf } from "./calls.ts";
import { beginSession, endSession, getSession } from "../session/session.ts";

const TARO = { id: 7, username: "太郎", subscription_status: "active" } as const;
const REFRESH = contract.auth.refresh.url;

/** Answers instead of a server; `asked` records the requests. */
type Server = (request: { path: string; bearer: string | null; body: unknown }) => Response | Promise<Response>;

let asked: string[] = [];

beforeEach(() => {
  beginSession({ user: TARO, token: { access: "old", refresh: "refresh-1" } });
  asked = [];
});

afterEach(() => vi.unstubAllGlobals());

function connect(server: Server): void {
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const bearer = new Headers(init.headers).get("authorization");
    asked.push(`${path} ${bearer ?? "-"}`);
    return server({ path, bearer, body: typeof init.body === "string" ? JSON.parse(init.body) : undefined });
  });
}

function refused(): Response {
  return Response.json({ error: "認証エラー", type: "unauthorized", message: "" }, { status: 401 });
}

/** Accepts the access token "new" and exchanges refresh tokens once each. */
const rotating: Server = ({ path, bearer, body }) => {
  if (path !== REFRESH) return bearer === "Bearer new" ? Response.json({ count: 3 }) : refused();
  const { refresh } = body as { refresh: string };
  return refresh === "refresh-1" ? Response.json({ access: "new", refresh: "refresh-2" }) : refused();
};

test("an expired token is renewed once and the call repeated", async () => {
  connect(rotating);
  expect(await call(contract.notices.count)).toEqual({ count: 3 });
  expect(asked).toEqual(["/api/notices/count/ Bearer old", `${REFRESH} -`, "/api/notices/count/ Bearer new"]);
  expect(localStorage.getItem("token")).toBe("new");
  expect(localStorage.getItem("refreshToken")).toBe("refresh-2");
});

test("concurrent 401s share one exchange", async () => {
  connect(rotating);
  await Promise.all([call(contract.notices.count), call(contract.home.get), call(contract.profile.get)]);
  expect(asked.filter((line) => line.startsWith(REFRESH))).toHaveLength(1);
});

test("a token that another tab renewed is used", async () => {
  connect((request) => {
    if (request.bearer === "Bearer old") localStorage.setItem("token", "new");
    return rotating(request);
  });
  await call(contract.notices.count);
  expect(asked).toEqual(["/api/notices/count/ Bearer old", "/api/notices/count/ Bearer new"]);
});

test("a refused refresh token ends the session", async () => {
  localStorage.setItem("refreshToken", "used up");
  connect(rotating);
  await expect(call(contract.profile.get)).rejects.toMatchObject({ status: 401 });
  expect(getSession().user).toBeNull();
  expect(localStorage.length).toBe(0);
});

test("a missing refresh token ends the session", async () => {
  localStorage.removeItem("refreshToken");
  connect(rotating);
  await expect(call(contract.profile.get)).rejects.toThrow("リフレッシュトークンが見つかりません");
  expect(getSession().user).toBeNull();
});

test("a refused fresh token ends the session without a third attempt", async () => {
  connect((request) => (request.path === REFRESH ? rotating(request) : refused()));
  await expect(call(contract.profile.get)).rejects.toMatchObject({ status: 401 });
  expect(asked).toHaveLength(3);
  expect(getSession().user).toBeNull();
});

test.each([
  ["is out of reach", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["is in trouble", () => new Response("Bad gateway", { status: 502 })],
  ["is busy", () => Response.json({ error: "混み合っています" }, { status: 429 })],
])("the session survives a server that %s during the exchange", async (_, answer) => {
  connect((request) => (request.path === REFRESH ? answer() : rotating(request)));
  await expect(call(contract.profile.get)).rejects.toMatchObject({ name: "ApiError" });
  expect(getSession().user).toEqual(TARO);
  expect(localStorage.getItem("refreshToken")).toBe("refresh-1");
});

test("a logout during the exchange lasts", async () => {
  connect((request) => {
    if (request.path === REFRESH) endSession("logged-out");
    return rotating(request);
  });
  await expect(call(contract.profile.get)).rejects.toMatchObject({ status: 401 });
  expect(localStorage.length).toBe(0);
});

test("a wrong password does not cause a refresh", async () => {
  connect(refused);
  const login = call(contract.auth.login, { body: { email: "a@example.com", password: "x" } });
  const error = await login.catch((reason: Error) => reason);
  expect(error).toMatchObject({ status: 401 });
  expect(sentenceOf(error as Error, "")).toBe("認証エラー");
  expect(asked).toEqual(["/api/auth/login/ -"]);

  connect(() => new Response("<html>", { status: 401 }));
  await expect(call(contract.auth.login, { body: { email: "a@example.com", password: "x" } })).rejects.toMatchObject({
    status: 401,
    message: "認証エラー: ログインが必要です。",
  });
});

test.each([
  [400, "バリデーションエラー: 入力内容を確認してください。"],
  [403, "権限エラー: アクセス権限がありません。"],
  [500, "エラーが発生しました。もう一度お試しください。"],
])("status %i has the product's sentence", async (status, sentence) => {
  connect(() => new Response("<html>", { status }));
  await expect(call(contract.home.get)).rejects.toMatchObject({ status, message: sentence, body: null });
});

test("a missing answer has the product's sentence", async () => {
  connect(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(call(contract.home.get)).rejects.toMatchObject({
    status: null,
    message: "サーバーとの通信に失敗しました。",
  });
});

test("parameters and searches become part of the address", async () => {
  connect(() => Response.json({}));
  await call(contract.videos.get, { params: { id: "a/b ?" } });
  expect(asked).toEqual(["/api/videos/a%2Fb%20%3F/ Bearer old"]);
});

test.each([[[{ id: 3 }]], [{ count: 1, results: [{ id: 3 }] }]])(
  "playlists arrive as a list, sent as %j",
  async (sent) => {
    connect(() => Response.json(sent));
    expect(await call(contract.playlists.list)).toEqual([{ id: 3 }]);
  },
);
