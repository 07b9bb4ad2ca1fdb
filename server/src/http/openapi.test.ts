import { everyCall } from "@manabiya/contract/every-call.ts";
import { expect, test } from "vitest";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

test("lists every call of the contract with its security requirement in the OpenAPI document", async () => {
  const { paths } = (await t.app.inject({ url: "/openapi.json" })).json();
  for (const { route } of everyCall) {
    const { method, url, config } = route;
    const call = paths[url.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    expect(call, `${method} ${url}`).toBeDefined();
    expect(call.security).toEqual(config.access === "public" ? [] : [{ bearer: [] }]);
    expect(Object.keys(call.responses)).toContain("4xx".toUpperCase());
  }
  expect(Object.keys(paths).filter((path) => !path.startsWith("/api/"))).toEqual([]);
});
