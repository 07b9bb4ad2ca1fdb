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
  return {
    headers,
    policy: new Map(policy.map((line) => line.split(/ (.*)/s).slice(0, 2) as [string, string])),
  };
}

test("only our own files are scripts and styles, without exceptions, and text never becomes markup", async () => {
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

test("encrypted sites say so for a year, others do not", async () => {
  const secure = await headersOf({ publicUrl: "https://manabiya.example" });
  expect(secure.headers["strict-transport-security"]).toBe("max-age=31536000");
  expect((await headersOf({})).headers["strict-transport-security"]).toBeUndefined();
});

test("whoever runs everything below the host says so for its subdomains as well", async () => {
  const { headers } = await headersOf({ publicUrl: "https://manabiya.example", hstsSubdomains: true });
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

test("an API elsewhere may be called, and shown pictures from", async () => {
  const { policy } = await headersOf({ apiHost: "https://api.example" });
  expect(policy.get("connect-src")).toBe("'self' https://api.example");
  expect(policy.get("img-src")).toContain("https://api.example");
});

test("only the named origins may call from a browser, with credentials", async () => {
  const webOrigins = ["https://app.example"];
  const named = await headersOf({ webOrigins }, "https://app.example");
  expect(named.headers["access-control-allow-origin"]).toBe("https://app.example");
  expect(named.headers["access-control-allow-credentials"]).toBe("true");
  const other = await headersOf({ webOrigins });
  expect(other.headers["access-control-allow-origin"]).toBeUndefined();
  expect((await headersOf({})).headers["access-control-allow-origin"]).toBeUndefined();
});

test("a named origin may use every method of the contract", async () => {
  const app = Fastify();
  await app.register(securityPlugin, { site: { ...SITE, webOrigins: ["https://app.example"] } });
  const headers = { origin: "https://app.example", "access-control-request-method": "DELETE" };
  const preflight = await app.inject({ method: "OPTIONS", url: "/api/history/delete/", headers });
  await app.close();
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers["access-control-allow-methods"]).toBe("GET, POST, PUT, DELETE");
});
