import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { startStripeSandbox } from "stripe-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { openProvider } from "../../billing/provider/provider.ts";
import { PROGRAM_ENVIRONMENT } from "../../../test/testing/program-environment.ts";
import { createUser } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const MANAGE = fileURLToPath(new URL("../manage.ts", import.meta.url));

const t = useTestApp();

async function openSandbox() {
  const sandbox = await startStripeSandbox({ dataDir: null });
  onTestFinished(() => sandbox.close());
  const environment = {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_API_URL: sandbox.url,
    PUBLIC_URL: "http://localhost:3000/",
  };
  return { stripe: openProvider({ secretKey: sandbox.secretKey, apiUrl: sandbox.url }), environment };
}

async function manage(name: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [MANAGE, name], {
    env: { ...PROGRAM_ENVIRONMENT, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { code, out, complaint };
}

const inDatabase = () => ({ DATABASE_URL: t.connection.connectionString });

test("stripe-check exits with 1 and names stripe-setup until it has run, then with 0", async () => {
  const { environment } = await openSandbox();
  const before = await manage("stripe-check", environment);
  expect([before.code, before.complaint]).toEqual([
    1,
    expect.stringMatching(/^\d+ of \d+ lines say what is wrong\.\n$/),
  ]);
  expect(before.out).toMatch(/^wrong +monthly price: no active price .* {2}-> npm run manage -- stripe-setup$/m);
  expect((await manage("stripe-setup", environment)).code).toBe(0);
  const after = await manage("stripe-check", environment);
  expect([after.code, after.complaint]).toEqual([0, ""]);
  expect(after.out).not.toMatch(/^wrong/m);
  expect(after.out).toMatch(/\nNothing is wrong\. .*look yourself\.\n$/);
  expect(after.out).toMatch(/^look yourself +last retry: .*revenue_recovery/m);
  expect(after.out).toContain("the database was not asked, because DATABASE_URL is not set");
});

test("stripe-check compares the account with that of the members' customers", async () => {
  const { stripe, environment } = await openSandbox();
  await manage("stripe-setup", environment);
  const { id } = await stripe.accounts.retrieveCurrent();
  const empty = await manage("stripe-check", { ...environment, ...inDatabase() });
  expect(empty.out).toContain(`account: ${id}:test; no member has a customer there yet`);
  expect(empty.code).toBe(0);
  const { id: userId } = await createUser(t.db, t.clock);
  const link = "insert into stripe_customers (user_id, customer_id, account) values ($1, 'cus_1', 'acct_other:live')";
  await t.db.query({ text: link, values: [userId] });
  const other = await manage("stripe-check", { ...environment, ...inDatabase() });
  expect([other.code, other.complaint]).toEqual([1, expect.stringMatching(/^1 of /)]);
  expect(other.out).toMatch(/^wrong +account: .*the members' customers are in acct_other:live/m);
});

test.each([
  [{}, "Set STRIPE_SECRET_KEY and PUBLIC_URL"],
  [{ STRIPE_SECRET_KEY: "sk_test_1", PUBLIC_URL: "manabiya.example.jp" }, "Set STRIPE_SECRET_KEY and PUBLIC_URL"],
])("stripe-check refuses the settings %j in one sentence", async (environment, sentence) => {
  const { code, out, complaint } = await manage("stripe-check", environment);
  expect([code, out]).toEqual([1, ""]);
  expect(complaint).toContain(sentence);
});

test("stripe-check names a database that cannot be reached", async () => {
  const { environment } = await openSandbox();
  await manage("stripe-setup", environment);
  const unreachable = { ...environment, DATABASE_URL: "postgres://manabiya@127.0.0.1:1/manabiya" };
  const { code, out } = await manage("stripe-check", unreachable);
  expect(code).toBe(1);
  expect(out.match(/^wrong.*/gm)).toEqual([
    expect.stringMatching(/account: .* cannot be reached: .*DATABASE_URL right$/),
  ]);
});
