// The disk is full for some seconds while members write and staff upload files.
// The first run fills only the disk of the files, the second one that of PostgreSQL too.
import { type ChildProcess, spawn } from "node:child_process";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import sharp from "sharp";
import { end, printedAddress } from "@manabiya/bench/servers/server.ts";
import { digestOfFile } from "@manabiya/server/src/backup/digest.ts";
import { runningConnection } from "@manabiya/server/src/db/embedded/running.ts";
import type { Finding } from "../finding.ts";
import { type DiskFull, judgeDiskFull } from "./judge.ts";
import { Member } from "../member.ts";
import { temporaryFolder } from "../service.ts";
import { openSmallDisk } from "./small-disk.ts";
import { Uploader } from "./uploader.ts";

const MAIN = fileURLToPath(import.meta.resolve("@manabiya/server/src/bin/main.ts"));
const MEMBERS = 3;
/** Milliseconds that the disk is full. */
const FULL = 8_000;
/** Milliseconds until the service must have recovered. */
const RECOVERY_TIMEOUT = 60_000;

export async function runDrill(): Promise<Finding[]> {
  const seen = [];
  for (const part of ["files", "everything"] as const) seen.push(await fillDisk(part));
  return judgeDiskFull(seen);
}

async function fillDisk(part: "files" | "everything"): Promise<DiskFull> {
  const folder = await temporaryFolder();
  const dataDir = join(folder, "data");
  const disk =
    part === "files"
      ? openSmallDisk(join(dataDir, "media"), 48, "the server")
      : openSmallDisk(dataDir, 220, "its PostgreSQL too");
  console.log(`${part}: ${disk.what}`);
  let server: ChildProcess | null = null;
  try {
    const first = await start(dataDir);
    server = first.process;
    const { pid = 0 } = server;
    const uploader = new Uploader(first.url);
    await uploader.logIn();
    const members = Array.from({ length: MEMBERS }, (_, n) => new Member(first.url, `full-${n}@example.com`));
    for (const member of members) await member.signUp();
    const requests: DiskFull["requests"] = [];
    let isOver = false;
    const running = [...members.map((member) => write(member, requests, () => isOver)), uploader.run(() => isOver)];
    const succeeds = (from: number) =>
      until(
        () =>
          requests.filter(({ at, failure }) => at > from && failure === null).length > 100 &&
          uploader.answers.some(({ at, call, type }) => at > from && call === "finish" && type === "") &&
          uploader.answers.some(({ at, call, type }) => at > from && call === "picture" && type === ""),
      );
    await succeeds(performance.now());
    disk.fill(pid);
    const fullFrom = performance.now();
    while (performance.now() < fullFrom + FULL) {
      if (part === "everything") await pushLog(dataDir);
      disk.fill(pid);
      await pause(100);
    }
    const fullTo = performance.now();
    disk.makeRoom(pid);
    // The judge reports an incomplete recovery.
    await succeeds(fullTo).catch(() => undefined);
    isOver = true;
    await Promise.all(running);
    const halfFiles = await findHalfFiles(dataDir, uploader);
    const isEnded = server.exitCode !== null || server.signalCode !== null;
    const ended = isEnded ? `${server.exitCode} ${server.signalCode}: ${first.output().slice(-500)}` : null;
    await end(server);
    const stopCode = server.exitCode;
    const again = await start(dataDir);
    server = again.process;
    const lost = await findLost(again.url, dataDir, members, uploader);
    return {
      part,
      fullFrom,
      fullTo,
      requests,
      uploads: uploader.answers,
      lost,
      halfFiles,
      ended,
      databaseEnds: first.output().split("PostgreSQL went away").length - 1,
      stopCode,
    };
  } finally {
    if (server !== null) await end(server);
    disk.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function start(dataDir: string) {
  const env = { ...process.env, DEMO: "1", PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn" };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (output += String(text)));
  return { process: server, url: await printedAddress(server), output: () => output };
}

/** Writes favourites and reads continuously. */
async function write(member: Member, requests: DiskFull["requests"], isOver: () => boolean): Promise<void> {
  const videos = await member.videos();
  for (let count = 0; !isOver(); count++) {
    const video = videos[count % videos.length] ?? 1;
    const request = count % 4 === 3 ? member.videos() : member.set(video, Math.random() < 0.5);
    const failure = await request.then(
      () => null,
      (error: Error) => /: (\d{3}) /.exec(error.message)?.[1] ?? error.message,
    );
    requests.push({ at: performance.now(), failure });
    await pause(failure === null ? 5 : 50);
  }
}

/** Uses up the space that PostgreSQL has reserved for its write-ahead log. */
async function pushLog(dataDir: string): Promise<void> {
  const connection = await runningConnection(dataDir).catch(() => null);
  if (connection === null) return;
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1_000, query_timeout: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    for (let megabytes = 0; megabytes < 64; megabytes++) {
      await client.query("select pg_logical_emit_message(true, 'prove', repeat('x', 1000000))");
    }
  } catch {
    // A full disk ends the statement, which is the aim.
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + RECOVERY_TIMEOUT;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error("The service did not recover.");
    await pause(50);
  }
}

async function findHalfFiles(dataDir: string, uploader: Uploader): Promise<string[]> {
  const media = join(dataDir, "media");
  const halfFiles: string[] = [];
  const thumbnails = await readdir(join(media, "thumbnails"));
  for (const name of thumbnails) {
    const other = name.includes("-640.") ? name.replace("-640.", "-320.") : name.replace("-320.", "-640.");
    const isWhole = await sharp(join(media, "thumbnails", name))
      .raw()
      .toBuffer()
      .then(
        () => true,
        () => false,
      );
    if (!isWhole || !thumbnails.includes(other)) halfFiles.push(`thumbnails/${name}`);
  }
  for (const name of await readdir(join(media, "videos"))) {
    // Demo videos are named by words.
    if (!/^[0-9a-f]{8}-/.test(name)) continue;
    if (!uploader.sent.has((await digestOfFile(join(media, "videos", name))).sha256)) halfFiles.push(`videos/${name}`);
  }
  const { id, received } = uploader.unfinished ?? {};
  for (const name of await readdir(join(media, "incoming"))) {
    const { size } = await stat(join(media, "incoming", name));
    if (name !== id || size < (received ?? 0)) halfFiles.push(`incoming/${name} (${size})`);
  }
  const others = [dataDir, join(dataDir, "outbox"), join(dataDir, "sandbox")];
  for (const folder of others) {
    const names = await readdir(folder).catch(() => []);
    halfFiles.push(...names.filter((name) => /\.(part|new)$/.test(name)));
  }
  return halfFiles;
}

async function findLost(url: string, dataDir: string, members: Member[], uploader: Uploader): Promise<string[]> {
  const lost: string[] = [];
  for (const member of members) {
    member.address = url;
    await member.logIn();
    lost.push(...(await member.contradictions()).map((video) => `a favourite of video ${video}`));
  }
  for (const [name, sha256] of uploader.stored) {
    const found = await digestOfFile(join(dataDir, "media/videos", name)).catch(() => null);
    if (found?.sha256 !== sha256) lost.push(name);
  }
  for (const address of uploader.pictures) {
    if (!(await fetch(url + address)).ok) lost.push(address);
  }
  return lost;
}
