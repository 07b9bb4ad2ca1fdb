import { contract } from "@manabiya/contract";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { startServerProcess } from "../../test/testing/server-process.ts";

const SLOW = 60_000;

function post(address: string, path: string, body: object) {
  return fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test(
  "shows the password reset link in the demo's mailbox",
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const server = await startServerProcess({ DEMO: "1", DATABASE_URL: database.url, LOG_LEVEL: "error" });
    const address = server.url.replace("127.0.0.1", "localhost");
    const email = "member@example.com";
    const mailbox = () => fetch(`${address}/sandbox/`);
    expect(await (await mailbox()).text()).toContain("メールはまだ届いていません。");
    expect((await post(address, contract.auth.requestPasswordReset.url, { email })).status).toBe(200);
    const link = async () =>
      /<a href="(http[^"]+\/reset-password\?token=[^"]+)"/.exec(await (await mailbox()).text())?.[1];
    await expect.poll(link, { timeout: SLOW }).toBeDefined();
    const target = new URL((await link()) ?? "");
    expect(target.origin).toBe(address);

    const response = await mailbox();
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const page = await response.text();
    expect(page).toContain("【学び舎】パスワード再設定のご案内");
    expect(page).toContain(email);
    expect(page).not.toContain("<script");
    const style = await fetch(address + (/href="(\/sandbox\/[^"]+\.css)"/.exec(page)?.[1] ?? ""));
    expect(style.headers.get("content-type")).toContain("text/css");

    const password = "potato-stew-52";
    const change = { token: target.searchParams.get("token"), new_password: password, new_password2: password };
    expect((await post(address, contract.auth.confirmPasswordReset.url, change)).status).toBe(200);
    expect((await post(address, contract.auth.login.url, { email, password })).status).toBe(200);
  },
  SLOW,
);
