import Fastify from "fastify";
import { expect, test } from "vitest";
import type { SiteSettings } from "../config/config.ts";
import { SITE } from "../../test/testing/test-app.ts";
import { securityPlugin } from "./security.ts";

async function headersOf(site: Partial<SiteSettings>, origin = "https://elsewhere.example") {
  const app = Fastify();
  await app.register(securityPlugin, { site: { ...SITE, ...site } });
  app.get("/api/x/", async () => ({}));
  const { headers } = await app.inject({ url: "/api/x/", headers: { origin } });
  await app.close();
  const policy = String(headers["content-security-policy"]).split(";");
  return { headers, policy: new Map(policy.map((line) => line.split(/ (.*)/s).slice(0, 2) as [string, string])) };
}

test("allows only our own scripts and styles, without exceptions, and requires Trusted Types", async () => {
  const { headers, policy } = await headersOf({});
  expect(policy.get("default-src")).toBe("'none'");
  expect(policy.get("object-src")).toBe("'none'");
  expect(policy.get("base-uri")).toBe("'none'");
  expect(policy.get("script-src")).toBe("'self'");
  expect(policy.get("style-src")).toBe("'self'");
  expect(policy.get("require-trusted-types-for")).toBe("'script'");
  expect(policy.get("frame-ancestors")).toBe("'none'");
  expect([...policy.values()].join(" ")).not.toMatch(/unsafe|\*/);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cache-control": "no-store",
  });
});

test("sends HSTS of one year on HTTPS sites only", async () => {
  const secure = await headersOf({ publicUrl: "https://manabiya.example" });
  expect(secure.headers["strict-transport-security"]).toBe("max-age=31536000");
  expect((await headersOf({})).headers["strict-transport-security"]).toBeUndefined();
});

test("adds includeSubDomains to HSTS when the setting is on", async () => {
  const { headers } = await headersOf({ publicUrl: "https://manabiya.example", hstsSubdomains: true });
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

test("allows connections and images of an API on another host", async () => {
  const { policy } = await headersOf({ apiHost: "https://api.example" });
  expect(policy.get("connect-src")).toBe("'self' https://api.example");
  expect(policy.get("img-src")).toContain("https://api.example");
});

test("allows cross-origin calls with credentials from the named origins only", async () => {
  const webOrigins = ["https://app.example"];
  const named = await headersOf({ webOrigins }, "https://app.example");
  expect(named.headers["access-control-allow-origin"]).toBe("https://app.example");
  expect(named.headers["access-control-allow-credentials"]).toBe("true");
  const other = await headersOf({ webOrigins });
  expect(other.headers["access-control-allow-origin"]).toBeUndefined();
  expect((await headersOf({})).headers["access-control-allow-origin"]).toBeUndefined();
});

test("allows every method of the contract in a preflight response", async () => {
  const app = Fastify();
  await app.register(securityPlugin, { site: { ...SITE, webOrigins: ["https://app.example"] } });
  const headers = { origin: "https://app.example", "access-control-request-method": "DELETE" };
  const preflight = await app.inject({ method: "OPTIONS", url: "/api/history/delete/", headers });
  await app.close();
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers["access-control-allow-methods"]).toBe("GET, POST, PUT, DELETE");
});
