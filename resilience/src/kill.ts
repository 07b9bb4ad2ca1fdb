// Kills the server, its PostgreSQL and both repeatedly while members write, then looks for lost acknowledged writes.
import { setTimeout as pause } from "node:timers/promises";
import { type Finding, none } from "./finding.ts";
import { Member } from "./member.ts";
import { Server } from "./server.ts";

const MEMBERS = 4;
const WRITES_BEFORE_KILL = 100;

export async function runDrill([rounds = "10"]: string[]): Promise<Finding[]> {
  const server = await Server.onFreePort();
  const members = Array.from(
    { length: MEMBERS },
    (_, index) => new Member(server.address, `prove-${index}@example.com`),
  );
  const findings: Finding[] = [];
  try {
    await server.start();
    for (const member of members) await member.signUp();
    const videos = (await members[0]?.videos()) ?? [];
    for (const [kind, killAndRecover] of Object.entries(kinds)) {
      for (let number = 1; number <= Number(rounds); number += 1) {
        const { writes, seconds } = await writeDuringKill(members, videos, () => killAndRecover(server));
        // A member who signed up just before the next kill must be able to log in after it.
        for (const member of members) await member.logIn();
        const newcomer = new Member(server.address, `prove-${kind}-${number}@example.com`);
        await newcomer.signUp();
        members.push(newcomer);
        const lost = (await Promise.all(members.map((member) => member.contradictions()))).flat();
        const figures = `${writes} writes, writing again after ${seconds.toFixed(1)} s`;
        console.log(`${kind} ${number}: ${figures}`);
        findings.push(none(`${kind} ${number}: lost writes (${figures})`, lost.map(String)));
      }
    }
  } finally {
    await server.end();
  }
  console.log(`${acknowledgedBy(members)} acknowledged writes in all`);
  return findings;
}

const kill = (pid: number) => process.kill(pid, "SIGKILL");
const kinds: Record<string, (server: Server) => Promise<void>> = {
  server: async (server) => {
    kill(server.serverPid);
    await server.exited();
    await server.start();
  },
  PostgreSQL: async (server) => {
    const pid = server.postgresPid;
    if (pid === undefined) throw new Error("PostgreSQL is not running.");
    kill(pid);
    await server.postgresReplaced(pid);
  },
  both: async (server) => {
    const pids = [server.serverPid, server.postgresPid];
    for (const pid of pids) if (pid !== undefined) kill(pid);
    await server.exited();
    await server.start();
  },
};

const acknowledgedBy = (members: Member[]) => members.reduce((sum, member) => sum + member.acknowledged, 0);

async function writeDuringKill(members: Member[], videos: number[], killAndRecover: () => Promise<void>) {
  let isOver = false;
  const before = acknowledgedBy(members);
  const write = async (member: Member) => {
    for (let count = 0; !isOver; count += 1) {
      const video = videos[Math.floor(Math.random() * videos.length)] ?? 1;
      // The member remembers an unacknowledged write as possible; the next write follows as soon as it can.
      await member.set(video, count % 2 === 0).catch(() => pause(20));
    }
  };
  const acknowledge = async (count: number) => {
    const goal = acknowledgedBy(members) + count;
    while (acknowledgedBy(members) < goal) await pause(5);
  };
  const writers = members.map(write);
  try {
    await acknowledge(WRITES_BEFORE_KILL);
    const killedAt = performance.now();
    await killAndRecover();
    await acknowledge(1);
    const seconds = (performance.now() - killedAt) / 1000;
    await acknowledge(WRITES_BEFORE_KILL / 2);
    return { writes: acknowledgedBy(members) - before, seconds };
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
}
