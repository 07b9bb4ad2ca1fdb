import { execFile } from "node:child_process";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contract } from "@manabiya/contract";
import type { ReleaseChange } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAuthority } from "../../../test/testing/certificate.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { insertRow } from "../../db/insert-rows.ts";

// The script of root runs with a folder in the place of /, and a stand-in for what only a machine with systemd does:
// `npm run prove -- kit` upgrades one.
const t = useTestApp();
const SHARED = fileURLToPath(new URL("../../../../deploy/shared/", import.meta.url));
const [CURRENT, NEWER] = [`0.1.0-${"a".repeat(10)}-x64`, `0.1.0-${"b".repeat(10)}-x64`];
const keys = generateKeyPairSync("ed25519");
const authority = createAuthority();

let root: string;
let files: Map<string, Buffer>;
let close: () => Promise<unknown>;

beforeAll(async () => {
  const server = createServer(authority.issue("localhost", 90), ({ url = "" }, response) => {
    const content = files.get(url.slice(1));
    response.writeHead(content ? 200 : 404).end(content);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  root = await mkdtemp(join(tmpdir(), "manabiya-root-"));
  close = async () => {
    server.close();
    await rm(root, { recursive: true });
  };
  for (const folder of ["opt/manabiya/releases", "etc/manabiya", "bin"])
    await mkdir(join(root, folder), { recursive: true });
  const key = keys.publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  await writeFile(join(root, "etc/manabiya/manabiya.env"), `RELEASES_URL=${url}\nRELEASES_KEY=${key}\n`);
  await writeFile(join(root, "authority.pem"), authority.cert);
  await writeFile(
    join(root, "bin/manabiya"),
    `#!/bin/bash
case "$1 $2" in
  release-rows*) shift; exec ${process.execPath} ${SHARED}release-rows.mjs "$@" ;;
  *) echo "$*" >> ${root}/acts; . ${root}/upgrade ;;
esac
`,
    { mode: 0o755 },
  );
});
afterAll(() => close());

beforeEach(async () => {
  await t.db.query({ text: "truncate release_changes" });
  for (const path of ["acts", "opt/manabiya/current", "opt/manabiya/releases"])
    await rm(join(root, path), { recursive: true, force: true });
  await keep(CURRENT, 2_000);
  await symlink(`releases/${CURRENT}`, join(root, "opt/manabiya/current"));
  await writeFile(join(root, "upgrade"), "echo serves");
  files = new Map();
  offer();
});

async function keep(version: string, released: number): Promise<void> {
  const folder = join(root, "opt/manabiya/releases", version);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "VERSION"), version);
  await writeFile(join(folder, "RELEASED"), String(released));
}

function offer({ released = 3_000, key = keys.privateKey, archive = Buffer.from("archive") } = {}): void {
  const sum = createHash("sha256").update("archive").digest("hex");
  const version = NEWER.replace("-x64", "");
  const latest = Buffer.from(
    `version ${version}\nreleased ${released}\nx64 ${sum}\narm64 ${sum}\nnotes 検索を改良\nnotes 字幕も\n`,
  );
  files
    .set("latest", latest)
    .set("latest.sig", sign(null, latest, key))
    .set(`manabiya-${NEWER}.tar.gz`, archive);
}

async function run(): Promise<{ code: number; output: string }> {
  const env = {
    PATH: `${root}/bin:${process.env["PATH"]}`,
    MANABIYA_ROOT: root,
    DATABASE_URL: t.connection.connectionString,
    CURL_CA_BUNDLE: join(root, "authority.pem"),
  };
  return new Promise((resolve) =>
    execFile(join(SHARED, "offered"), { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  );
}

async function owner(hasFactor = true) {
  const me = await staffCalls(t).superuser();
  if (hasFactor)
    await insertRow(t.db, "second_factors", {
      user_id: me.user.id,
      sealed_secret: "",
      created_at: t.clock.daysAgo(1),
      enabled_at: t.clock.daysAgo(1),
    });
  return {
    ...me,
    read: async () => {
      const all = (await me.call(contract.dashboard.releases)).json<ReleaseChange[]>();
      const of = (isOffer: boolean) => all.filter(({ requested_at }) => (requested_at === null) === isOffer);
      return { offers: of(true), change: of(false)[0] };
    },
    ask: (kind: string, version: string) => me.call(contract.dashboard.changeRelease, {}, { kind, version }),
  };
}
const acts = async () =>
  (await readFile(join(root, "acts"), "utf8").catch(() => "")).replaceAll(/\S+\/tmp\.\w+\//g, "");

test("offers a newer signed release, upgrades when asked, and says so", async () => {
  const me = await owner();
  expect((await run()).code).toBe(0);
  const { offers, change } = await me.read();
  expect(offers).toMatchObject([{ kind: "upgrade", version: NEWER, notes: "検索を改良\n字幕も" }]);
  expect(change).toBeUndefined();
  expect(await acts()).toBe("");
  const asked = await me.ask("upgrade", NEWER);
  expect(asked.json()).toMatchObject([
    { version: NEWER, requested_at: expect.any(String) as string, started_at: null, outcome: null },
  ]);
  // Two runs at once upgrade once.
  await writeFile(join(root, "upgrade"), "sleep 2; echo serves");
  const runs = await Promise.all([run(), run()]);
  expect(runs.filter(({ output }) => output.includes("another run is under way"))).toHaveLength(1);
  expect(await acts()).toBe(`upgrade manabiya-${NEWER}.tar.gz\n`);
  expect((await me.read()).change).toMatchObject({ outcome: "done" });
  const { rows } = await t.db.query({ text: "select user_id, action from audit_log where subject = 'release'" });
  expect(rows).toEqual([{ user_id: me.user.id, action: "release.upgrade" }]);
});

test.each([
  ["by another key", { key: generateKeyPairSync("ed25519").privateKey }, 1],
  ["older", { released: 1_999 }, 0],
  ["of the same time", { released: 2_000 }, 0],
])("offers no release that is signed %s", async (_, given, code) => {
  const me = await owner();
  await run();
  expect((await me.read()).offers).toHaveLength(1);
  offer(given);
  expect((await run()).code).toBe(code);
  expect((await me.read()).offers).toEqual([]);
  expect((await me.ask("upgrade", NEWER)).statusCode).toBe(404);
});

test("an archive that was changed after its signature is not installed", async () => {
  const me = await owner();
  await run();
  await me.ask("upgrade", NEWER);
  offer({ archive: Buffer.from("other") });
  await run();
  expect([await acts(), (await me.read()).change?.outcome]).toEqual(["", "wrong_sum"]);
});

test("says that it went back, and why, and that an interrupted upgrade did not end", async () => {
  const me = await owner();
  await run();
  const says =
    "upgrade: manage check calls wrong what was right before (clock): going back\nupgrade: release 1 serves again.";
  await writeFile(join(root, "upgrade"), `echo "${says}"; exit 1`);
  await me.ask("upgrade", NEWER);
  await run();
  expect((await me.read()).change?.outcome).toBe("went_back_by_check");
  await run();
  t.clock.advance({ seconds: 1 });
  await me.ask("upgrade", NEWER);
  await t.db.query({
    text: "update release_changes set started_at = now() where requested_at is not null and outcome is null",
  });
  await run();
  expect((await me.read()).change?.outcome).toBe("interrupted");
});

test("goes back to the release of before alone, also while the address is away", async () => {
  await keep(NEWER, 5_000);
  const before = `0.1.0-${"0".repeat(10)}-x64`;
  await keep(before, 1_000);
  files.clear();
  const me = await owner();
  await run();
  expect((await me.read()).offers).toMatchObject([{ kind: "back", version: before }]);
  expect((await me.ask("back", NEWER)).statusCode).toBe(404);
  await me.ask("back", before);
  await run();
  expect([await acts(), (await me.read()).change?.outcome]).toEqual([`upgrade --back ${before}\n`, "done"]);
});

// A stolen session or database can ask for what root would offer anyway, and for nothing else.
test.each(["address", "no address"])("what the database alone asks for is not done (%s)", async (address) => {
  if (address === "no address") files.clear();
  await keep(NEWER, 5_000);
  await run();
  for (const kind of ["upgrade", "back"])
    for (const version of ["../../tmp/evil", "$(touch evil)", "", CURRENT, `0.1.0-${"c".repeat(10)}-x64`]) {
      await insertRow(t.db, "release_changes", { kind, version, notes: "", requested_at: t.clock.daysAgo(0) });
      await run();
    }
  expect(await acts()).toBe("");
  const outcomes = await t.db.query({
    text: "select distinct outcome from release_changes where started_at is not null",
  });
  expect(outcomes.rows).toEqual([{ outcome: "not_offered" }]);
});

test("asks for a second factor, and for one change at a time", async () => {
  await run();
  const me = await owner(false);
  expect((await me.ask("upgrade", NEWER)).statusCode).toBe(403);
  const [one, other] = [await owner(), await owner()];
  const answers = await Promise.all([one.ask("upgrade", NEWER), other.ask("upgrade", NEWER)]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]));
  await insertRow(t.db, "release_changes", { kind: "back", version: CURRENT, notes: "" });
  expect((await me.ask("back", CURRENT)).statusCode).toBe(403);
  expect((await one.ask("back", CURRENT)).statusCode).toBe(404);
});
