import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contract } from "@manabiya/contract";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { PRODUCTION, startServerProcess } from "../../test/testing/server-process.ts";

const EMAIL = "canary-person@canary.example.jp";
const PASSWORD = "canary-password-8471";
const QUERY = "canary-search-words";
const NAME = "canary-name";

test("logs no email address, password, name, token or search word, whatever fails", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const server = await startServerProcess({ ...PRODUCTION, DATABASE_URL: url, LOG_LEVEL: "debug" });
  const database = new pg.Client(url);
  // Dropping the database closes this connection.
  database.on("error", () => {});
  await database.connect();
  onTestFinished(() => database.end());
  const secrets = new Set([EMAIL, PASSWORD, QUERY, NAME, "canary-token"]);
  const call = async (route: { method: string; url: string }, body?: object, token?: string, query = "") => {
    const answer = await fetch(server.url + route.url.replace(":id", QUERY) + query, {
      method: route.method,
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // Access and refresh tokens.
    for (const [, secret] of text.matchAll(/"(?:access|refresh|token)":"([^"]+)"/g)) if (secret) secrets.add(secret);
    return { status: answer.status, text };
  };
  const account = { email: EMAIL, password: PASSWORD };
  const signup = { ...account, username: NAME, password2: PASSWORD, subscription_status: "trial", agreedToTerms: true };

  expect((await call(contract.auth.signup, signup)).status).toBe(201);
  expect((await call(contract.auth.signup, signup)).status).toBe(400);
  expect((await call(contract.auth.login, account)).status).toBe(200);
  expect((await call(contract.auth.login, { ...account, password: `${PASSWORD}-wrong` })).status).toBe(401);
  expect((await call(contract.auth.requestPasswordReset, { email: EMAIL })).status).toBe(200);
  await call(contract.auth.confirmPasswordReset, {
    token: "canary-token",
    new_password: `${PASSWORD}-new`,
    new_password2: `${PASSWORD}-new`,
  });
  const access = [...secrets].find((secret) => secret.startsWith("ey"));
  expect((await call(contract.search.videos, undefined, access, `?q=${QUERY}`)).status).toBe(200);
  await call(contract.videos.get, undefined, access);
  await call({ method: "GET", url: "/reset-password" }, undefined, undefined, "?token=canary-token");
  await call({ method: "GET", url: "/api/nothing/" }, undefined, undefined, `?token=canary-token&email=${EMAIL}`);

  // Failing statements are logged with their error.
  await database.query("alter table users rename to moved");
  expect((await call(contract.auth.signup, { ...signup, email: `2-${EMAIL}` })).status).toBe(500);
  expect((await call(contract.auth.login, account)).status).toBe(500);
  await database.query("alter table moved rename to users");
  await database.query("alter table video_search_grams rename to moved");
  expect((await call(contract.search.videos, undefined, access, `?q=${QUERY}-2`)).status).toBe(500);
  await database.query("alter table users add constraint refuses check (username <> 'canary-name-3')");
  expect((await call(contract.auth.signup, { ...signup, username: `${NAME}-3`, email: `3-${EMAIL}` })).status).toBe(
    500,
  );

  await expect.poll(() => server.log().filter(({ msg }) => msg === "request failed").length).toBe(4);
  expect(await server.stop()).toBe(0);
  const said = server.said();
  expect(said).toContain(`relation \\"users\\" does not exist`);
  expect(said).toContain(`"constraint":"refuses"`);
  expect(said).toContain(`"route":"/api/videos/search/"`);
  expect(secrets.size).toBeGreaterThan(6);
  for (const secret of [...secrets, "canary", encodeURIComponent(EMAIL)]) expect(said).not.toContain(secret);
});

test("drops lines while the log's reader is stopped, and starts the next line on a new line", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-logger-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const logger = JSON.stringify(fileURLToPath(new URL("logger.ts", import.meta.url)));
  const script = `const { lineWriter } = await import(${logger});
    const { constants, openSync, readSync } = await import("node:fs");
    const pipe = openSync(${JSON.stringify(pipe)}, constants.O_RDWR | constants.O_NONBLOCK);
    const write = lineWriter(pipe);
    for (let line = 0; line < 5000; line++) write("x".repeat(70) + "\\n");
    const all = Buffer.alloc(1_000_000);
    const before = all.toString("utf8", 0, readSync(pipe, all));
    write("after\\n");
    console.log(JSON.stringify([before, all.toString("utf8", 0, readSync(pipe, all))]));`;
  // A separate process, because a blocked write would block the test.
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    timeout: 20_000,
  });
  const [before, after] = JSON.parse(said) as [string, string];
  expect(before.length).toBeGreaterThan(4_000);
  expect(before).toMatch(/^(x{70}\n)*x*$/);
  expect(after).toBe(before.endsWith("\n") ? "after\n" : "\nafter\n");
});
