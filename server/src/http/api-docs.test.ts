import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestApp } from "../../test/testing/test-app.ts";
import { createApp } from "../app.ts";
import type { TypedFastify } from "./route-context.ts";

const t = useTestApp();
let app: TypedFastify;
beforeAll(async () => {
  app = await createApp({ ...t.deps, apiDocs: true });
});
afterAll(() => app.close());

test("the API reference is off unless it is switched on", async () => {
  expect((await t.app.inject({ url: "/api/docs/" })).statusCode).toBe(404);
  expect((await app.inject({ url: "/api/docs/" })).statusCode).toBe(200);
});

test("the API reference has the CSP of every page, and no inline script or style", async () => {
  const page = await app.inject({ url: "/api/docs/" });
  const other = await app.inject({ url: "/health/live" });
  expect(page.headers["content-security-policy"]).toBe(other.headers["content-security-policy"]);
  expect(page.body).not.toMatch(/<style|<script(?![^>]* src=)|\sstyle=|\son\w+=|https?:/);
});

test("the API reference shows the document of /openapi.json, as a version that the page reads quickly", async () => {
  const [shown, published] = await Promise.all(
    ["/api/docs/json", "/openapi.json"].map(async (url) => (await app.inject({ url })).json()),
  );
  expect(shown).toEqual({ ...published, openapi: "3.0.4" });
});
