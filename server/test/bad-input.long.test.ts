import { contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import Fastify from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { accessPlugin } from "../src/accounts/access.ts";
import { useBillingApp } from "./testing/billing-app.ts";
import { createUser } from "./testing/factories.ts";

// Some lists are read from the card provider.
const t = useBillingApp();
let headers: { authorization: string };

beforeAll(async () => {
  // A superuser with a subscription passes every access check.
  headers = await t.as((await createUser(t.db, t.clock, { is_superuser: true })).id);
});

const STRANGE_IDS = [
  "0",
  "-1",
  "1.5",
  "2147483648",
  "99999999999999999999",
  "999999",
  "no-such-video",
  "%00",
  "%ED%A0%80",
  "a".repeat(200),
  "%27%20or%201=1--",
  "__proto__",
  "..%2f..%2fetc%2fpasswd",
];

const STRANGE_BODIES: unknown[] = [
  undefined,
  null,
  [],
  "text",
  42,
  true,
  {},
  { email: {}, password: [], refresh: 1, refresh_token: {}, position: "1", duration: null },
  { email: "\0", password: "\0", username: "\ud800", refresh: "\0", refresh_token: "\udfff" },
  { position: -1, duration: 0 },
  { position: 1e308, duration: 1e308 },
  { is_favorite: "yes", watch_later: 1 },
  { constructor: { prototype: { isAdmin: true } } },
];

describe.each(everyCall.map(({ route }) => [`${route.method} ${route.url}`, route] as const))("%s", (_name, route) => {
  test("returns a 4xx with a reason for every strange id and body", async () => {
    const ids = route.url.includes(":") ? STRANGE_IDS : [""];
    const bodies = route.method === "GET" ? [undefined] : STRANGE_BODIES;
    for (const id of ids) {
      for (const body of bodies) {
        const response = await t.app.inject({
          method: route.method,
          url: route.url.replaceAll(/:\w+/g, () => id),
          headers: { ...headers, "content-type": "application/json" },
          payload: body === undefined ? "" : JSON.stringify(body),
        });
        expect(response.statusCode, `${id} ${JSON.stringify(body)}`).toBeLessThan(500);
        if (response.statusCode >= 400) {
          expect(response.json().error).toMatch(/\p{Script=Han}|\p{Script=Katakana}/u);
          expect(response.json().error).not.toMatch(/object|string|number|boolean|undefined|array/);
        }
      }
    }
  });
});

describe("invalid JSON bodies", () => {
  const send = (payload: string, type = "application/json") =>
    t.app.inject({ method: "POST", url: contract.auth.login.url, payload, headers: { "content-type": type } });

  test("returns 413 for 1 MB", async () => {
    const response = await send(JSON.stringify({ email: "a".repeat(1_000_000) }));
    expect(response.statusCode).toBe(413);
    expect(response.json().error).toBe("送信されたデータが大きすぎます。");
  });

  test.each(["{", '{"a":}', "\0", '{"__proto__": {"a": 1}}', "[".repeat(20_000)])("broken JSON %#", async (text) => {
    const response = await send(text);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toBe("JSONの形式が正しくありません。");
  });

  test("refuses other content types", async () => {
    const response = await send("<a/>", "application/xml");
    expect(response.statusCode).toBe(415);
    expect(response.json().error).toBe("この形式のデータは受け付けていません。");
  });
});

test.each(["OPTIONS", "PATCH", "TRACE"] as const)("does not route the method %s", async (method) => {
  const response = await t.app.inject({ method: method as "OPTIONS", url: contract.home.get.url, headers });
  expect(response.statusCode).toBe(404);
});

test("returns the product's own message under the field's name", async () => {
  const url = `${contract.search.videos.url}?sort=best&category=x`;
  const response = await t.app.inject({ url, headers });
  const sentence = "バリデーションエラー: 入力内容を確認してください。";
  expect(response.json()).toMatchObject({
    error: sentence,
    type: "validation_error",
    fields: { sort: [sentence], category: [sentence] },
  });
});

test("refuses a repeated parameter", async () => {
  for (const query of ["q=a&q=b", "page=1&page=2"]) {
    const response = await t.app.inject({ url: `${contract.search.videos.url}?${query}`, headers });
    expect(response.statusCode, query).toBe(400);
  }
});

test("returns a JSON 404 for an unknown path under /api/", async () => {
  const response = await t.app.inject({ url: "/api/nothing/here/" });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ type: "not_found", error: "ページが見つかりません。" });
});

describe("the application does not start with a route that has", () => {
  const start = async (route: object) => {
    const app = Fastify();
    app.decorateRequest("loadCurrentUser", async () => null);
    const options = {
      now: Date.now,
      requireStaffSecondFactor: false,
      staffMayUseProviders: false,
      onStaffRequest: () => {},
    };
    await app.register(accessPlugin, options);
    app.route({ method: "GET", url: "/api/new/", handler: async () => "", ...route });
    await app.ready();
  };

  test("no access", async () => {
    await expect(start({ schema: { response: {} } })).rejects.toThrow("/api/new/ declares no access");
  });

  test("no response schema", async () => {
    const config = { access: "public" };
    await expect(start({ config })).rejects.toThrow("/api/new/ declares no response schema");
  });

  test("no schema of its params", async () => {
    const options = { url: "/api/new/:id/", config: { access: "public" }, schema: { response: {} } };
    await expect(start(options)).rejects.toThrow("/api/new/:id/ declares no schema of its params");
  });
});
