// `npm run prove -- billing [histories] [members]`: see prove/billing.mjs.
// `npm run prove -- previous [commit]`: see prove/previous.mjs; `npm run prove -- processes [journeys]`: see prove/processes.mjs.
// `npm run prove -- kill [rounds]`: kills the server, its PostgreSQL and both, again and again, while members write
// through `npm start`'s server, and looks for every write that was acknowledged.
import "./node-version.mjs";
import { setTimeout as pause } from "node:timers/promises";
import { proveBilling } from "./prove/billing.mjs";
import { provePrevious } from "./prove/previous.mjs";
import { proveProcesses } from "./prove/processes.mjs";
import { Member } from "./prove/member.mjs";
import { Server } from "./prove/server.mjs";

const memberCount = 4;
const writesBeforeKill = 100;

const [what, times = "10"] = process.argv.slice(2);
if (what === "billing") process.exit(await proveBilling(process.argv.slice(3)));
if (what === "previous") process.exit(await provePrevious(process.argv.slice(3)));
if (what === "processes") process.exit(await proveProcesses(process.argv.slice(3)));
if (what !== "kill" || !(Number(times) > 0)) {
  console.error("Usage: npm run prove -- kill [rounds of each kind, 10 unless said otherwise]");
  console.error("       npm run prove -- billing [histories, 1000] [members, 200]");
  console.error("       npm run prove -- previous [commit, HEAD~1]");
  console.error("       npm run prove -- processes [journeys, all]");
  process.exit(2);
}

const server = new Server();
await server.choosePort();
const members = Array.from(
  { length: memberCount },
  (_, n) => new Member(server.address, `prove-${n}@example.com`),
);
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

try {
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
process.exit(failed === 0 ? 0 : 1);
