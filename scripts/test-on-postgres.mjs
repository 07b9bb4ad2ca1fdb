// Runs the server's long tests, and the short ones that may differ by PostgreSQL's version, on the system's PostgreSQL, 15 or
// newer, as production may: a temporary cluster on a free port. Ends with `N passed, N failed`, also if no PostgreSQL can be installed.
import "./node-version.mjs";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { aptInstall } from "./browser.mjs";
import { install } from "./install.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { environment, npm, quietRun } from "./quiet-run.mjs";
import { vitestCounts } from "./test-counts.mjs";

const versions = "/usr/lib/postgresql";

/** The programs' folder of the newest PostgreSQL, 15 or newer. */
function programs() {
  const found = existsSync(versions) ? readdirSync(versions).map(Number) : [];
  const newest = Math.max(0, ...found.filter((version) => existsSync(join(versions, `${version}`, "bin", "initdb"))));
  return newest >= 15 ? join(versions, `${newest}`, "bin") : undefined;
}

/** PostgreSQL refuses to run as root, so that Debian's user `postgres` runs it. */
function account() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function freePort() {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address();
  await once(server.close(), "close");
  return port;
}

async function answers(port, postgres) {
  while (postgres.exitCode === null && postgres.signalCode === null) {
    const socket = new Socket();
    const connected = once(socket.connect(port, "127.0.0.1"), "connect");
    if (
      await connected.then(
        () => true,
        () => false,
      )
    ) {
      socket.destroy();
      return true;
    }
    await pause(50);
  }
  return false;
}

if (!programs()) await aptInstall(["postgresql"]);
// Tests of prepared films run where it is.
if (!(await quietRun("ffmpeg", ["-version"], { seconds: 20 })).ok) await aptInstall(["ffmpeg"]);
const bin = programs();
if (!bin) {
  console.log("No PostgreSQL 15 or newer was found or could be installed. Its tests were skipped.");
  console.log("0 passed, 0 failed");
  process.exit(0);
}

await install();
const memory = memoryFolder();
const folder = mkdtempSync(join(memory ?? tmpdir(), "manabiya-postgres-"));
const user = account();
if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
const data = join(folder, "data");
const port = await freePort();
let postgres;
let counts = { passed: 0, failed: 1, accounts: [] };
try {
  const shape = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  const made = await quietRun(join(bin, "initdb"), ["-D", data, ...shape], { cwd: folder, ...user });
  if (!made.ok) throw new Error(made.output);
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "full_page_writes=off",
  ];
  postgres = spawn(join(bin, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
    cwd: folder,
    stdio: "ignore",
    ...user,
  });
  if (!(await answers(port, postgres))) throw new Error(`${bin}/postgres did not start.`);
  const report = join(folder, "report.json");
  // `.ci/run` makes the long journeys beside them.
  const words = ["--project=server", "--maxWorkers=1"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const database = { DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/postgres` };
  const env = { ...environment, ...(memory && { TMPDIR: memory }), CI: "1", TESTS: "postgres", ...database };
  const { ok, output } = await npm(["run", "--silent", "unit", "--", ...words, ...reporters], { env, seconds: 2_200 });
  counts = vitestCounts(report, ok);
  for (const account of counts.accounts) console.log(account);
  if (counts.failed > 0 && counts.accounts.length === 0) console.log(output);
} catch (error) {
  console.log(error.message);
} finally {
  if (postgres && postgres.exitCode === null) {
    postgres.kill("SIGINT");
    await once(postgres, "exit");
  }
  rmSync(memory ?? folder, { recursive: true, force: true });
}
console.log(`The server on ${bin.split("/").at(-2)}:`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
