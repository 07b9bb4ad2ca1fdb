import { contract } from "@manabiya/contract";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "../../db/embedded.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { PROGRAM_ENVIRONMENT } from "../../../test/testing/program-environment.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { insertSuperuser, readAccount } from "./create-superuser.ts";

const MANAGE = fileURLToPath(new URL("../manage.ts", import.meta.url));
const PASSWORD = "tomato-soup-41";

const t = useTestApp();

/** Runs the command to its end. @returns exit code and all it printed */
async function manage(args: string[], environment: Record<string, string>, input = "") {
  const child = spawn(process.execPath, [MANAGE, ...args], {
    env: { ...PROGRAM_ENVIRONMENT, DEMO: "1", ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, printed };
}

const inDatabase = () => ({ DATABASE_URL: t.connection.connectionString });
const login = (email: string, password: string) =>
  t.app.inject({ method: "POST", url: contract.auth.login.url, payload: { email, password } });

test("creates a superuser with the password from stdin, who logs in and lists members", async () => {
  const args = ["create-superuser", "--email", " Boss@Example.com ", "--name", "管理 者"];
  const { code, printed } = await manage(args, inDatabase(), `${PASSWORD}\n`);
  expect([code, printed]).toEqual([0, "boss@example.com is a superuser now and can log in.\n"]);
  const { token } = (await login("boss@example.com", PASSWORD)).json();
  const headers = { authorization: `Bearer ${token.access}` };
  const answer = await t.app.inject({ url: contract.adminMembers.list.url, headers });
  expect(answer.statusCode).toBe(200);
  const [user] = await selectRows(t.db, "users", { email: "boss@example.com" });
  expect(user).toMatchObject({ username: "管理 者", is_staff: true, is_superuser: true });
  expect(await selectRows(t.db, "audit_log")).toMatchObject([
    { action: "member.create_superuser", user_id: null, subject_id: user?.id },
  ]);
  const again = await manage(args, inDatabase(), `${PASSWORD}\n`);
  expect([again.code, again.printed]).toEqual([1, "boss@example.com has an account already; nothing was changed.\n"]);
});

const NAMES =
  "check | create-superuser | export-members | import-members | prepare-films | stripe-check | stripe-setup | stripe-sync | turn-off-second-factor | verify-backup";

test.each([
  [[], "", `Name a command: npm run manage -- ${NAMES}\n`],
  [["drop-everything"], "", `Name a command: npm run manage -- ${NAMES}\n`],
  [["create-superuser"], "", "--email is missing, and there is no terminal to ask at.\n"],
  [["create-superuser", "--email", "a@example.com", "--password", PASSWORD], "", /^Usage: .*stdin\.\n$/],
])("refuses %j in one sentence", async (args, input, printed) => {
  const refused = await manage(args, inDatabase(), input);
  expect(refused.code).toBe(1);
  expect(refused.printed).toEqual(typeof printed === "string" ? printed : expect.stringMatching(printed));
});

test("refuses to open the embedded database of a running server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-manage-"));
  const held = await openEmbedded({ dataDir: folder, durable: false });
  onTestFinished(async () => {
    await held.stop();
    await rm(folder, { recursive: true });
  });
  const args = ["create-superuser", "--email", "a@example.com", "--name", "名"];
  const refused = await manage(args, { DATA_DIR: folder }, `${PASSWORD}\n`);
  expect([refused.code, refused.printed]).toEqual([1, `Another Manabiya is already serving ${folder}.\n`]);
});

/** A terminal that answers each prompt with the next line. */
function openTerminal(...lines: string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    if (shown.endsWith(": ")) input.write(`${lines.shift() ?? ""}\r`);
  });
  return { terminal: { input, output }, shown: () => shown };
}

test("asks for every value at a terminal, without echoing the password", async () => {
  const { terminal, shown } = openTerminal("a@example.com", "名前", PASSWORD, PASSWORD);
  expect(await readAccount([], terminal)).toEqual({ email: "a@example.com", username: "名前", password: PASSWORD });
  expect(shown()).toContain("Password again: ");
  expect(shown()).not.toContain(PASSWORD);
});

test.each([
  [["--email", "nobody"], [], /no address such as/],
  [["--email", "a@example.com", "--name", " "], [], /name needs 1 to 50/],
  [["--email", "a@example.com", "--name", "名"], ["short", "short"], /needs 8 to 128/],
  [["--email", "a@example.com", "--name", "名"], ["password1", "password1"], /easy to guess/],
  [["--email", "a@example.com", "--name", "tomato-soup-41"], [PASSWORD, PASSWORD], /own name/],
  [["--email", "a@example.com", "--name", "名"], [PASSWORD, "other"], /two passwords differ/],
])("refuses %j with the input %j", async (args, typed, message) => {
  const { terminal } = openTerminal(...typed);
  await expect(readAccount(args, terminal)).rejects.toThrow(OperatorError);
  await expect(readAccount(args, openTerminal(...typed).terminal)).rejects.toThrow(message);
});

test("creates one account when five commands run at once for one address", async () => {
  const account = { email: "race@example.com", username: "名", password: PASSWORD };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => insertSuperuser(t.db, account, t.clock.now())),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
