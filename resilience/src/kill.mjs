// Kills the server, its PostgreSQL and both, again and again, while members write through `npm start`'s server, and
// looks for every write that was acknowledged.
import { setTimeout as pause } from "node:timers/promises";
import { Member } from "./member.mjs";
import { Server } from "./server.mjs";

const memberCount = 4;
const writesBeforeKill = 100;

/** Made when it is asked for: it takes a folder. */
let server;
let members = [];
let writing = true;
let failed = 0;
let passed = 0;

const acknowledged = () => members.reduce((sum, member) => sum + member.acknowledged, 0);

async function writeOn(member, videos) {
  for (let count = 0; writing; count += 1) {
    const video = videos[Math.floor(Math.random() * videos.length)];
    // What is not acknowledged stays open in the member's memory; the next write goes on as soon as it can.
    await member.set(video, count % 2 === 0).catch(() => pause(20));
  }
}

async function writesFrom(count) {
  const goal = acknowledged() + count;
  while (acknowledged() < goal) await pause(5);
}

const kill = (pid) => process.kill(pid, "SIGKILL");
const kinds = {
  server: async () => {
    kill(server.serverPid);
    await server.gone();
    await server.start();
  },
  PostgreSQL: async () => {
    const pid = server.postgresPid;
    kill(pid);
    await server.replaced(pid);
  },
  both: async () => {
    const pids = [server.serverPid, server.postgresPid];
    pids.forEach(kill);
    await server.gone();
    await server.start();
  },
};

async function round(kind, number, videos) {
  writing = true;
  const before = acknowledged();
  const writers = members.map((member) => writeOn(member, videos));
  await writesFrom(writesBeforeKill);
  const killed = performance.now();
  await kinds[kind]();
  await writesFrom(1);
  const seconds = ((performance.now() - killed) / 1000).toFixed(1);
  await writesFrom(writesBeforeKill / 2);
  writing = false;
  await Promise.all(writers);

  // Somebody who signed up just before the next kill must be able to log in after it.
  for (const member of members) await member.logIn();
  const newcomer = new Member(server.address, `prove-${kind}-${number}@example.com`);
  await newcomer.signUp();
  members.push(newcomer);
  const missing = (await Promise.all(members.map((member) => member.contradictions()))).flat().length;
  if (missing === 0) passed += 1;
  else failed += 1;
  console.log(
    `${missing === 0 ? "ok    " : "FAILED"}  ${kind} ${number}: ${acknowledged() - before} writes, writing again after ${seconds} s, ${missing} lost`,
  );
}

/** @returns the exit code */
export async function proveKill([times = "10"]) {
  server = new Server();
  try {
    await server.choosePort();
    members = Array.from(
      { length: memberCount },
      (_, n) => new Member(server.address, `prove-${n}@example.com`),
    );
    await server.start();
    for (const member of members) await member.signUp();
    const videos = await members[0].videos();
    for (const kind of Object.keys(kinds)) {
      for (let number = 1; number <= Number(times); number += 1) await round(kind, number, videos);
    }
  } catch (error) {
    failed += 1;
    console.error(error);
  } finally {
    writing = false;
    await server.end();
  }
  console.log(`${acknowledged()} acknowledged writes in all`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
