import { mixed } from "@manabiya/bench/calls/calls.ts";
import { readFile } from "node:fs/promises";
import { Member } from "../../member.ts";
import { type Journeys, troubleIn } from "./judge.ts";
import type { Pgbouncer } from "./pgbouncer.ts";
import type { Ground, Way } from "./ground.ts";
import { startServing } from "./server.ts";

const MEMBERS = 3;
const CONNECTIONS = 16;
const SECONDS = 6;

/** Members write favourites while the evening mix runs; then their favourites are compared with the acknowledged ones. */
export async function tryJourneys(ground: Ground, way: Way, pooler: Pgbouncer): Promise<Journeys> {
  const { database, members: readers, client, folder } = ground;
  const server = await startServing(pooler.url, way, folder);
  const failures: string[] = [];
  const keep = (error: Error) => void failures.push(error.message);
  try {
    const members = Array.from(
      { length: MEMBERS },
      (_, number) => new Member(server.url, `${way}-${number}@example.com`),
    );
    for (const member of members) await member.signUp().catch(keep);
    const videos = (await members[0]?.videos().catch(keep)) ?? [];
    let isOver = false;
    const writing = members.map(async (member) => {
      for (let count = 0; !isOver; count++) {
        await member.set(videos[count % videos.length] ?? 1, count % 3 !== 0).catch(keep);
        if (failures.length > 100) return;
      }
    });
    const requests = mixed.requests(readers, database.set);
    const mix = await client.fire({ url: server.url, requests, connections: CONNECTIONS, seconds: SECONDS });
    isOver = true;
    await Promise.all(writing);
    for (const member of members) {
      await member.logIn().catch(keep);
      const lost = await member.contradictions().catch((error: Error) => [error.message]);
      failures.push(...lost.map((video) => `favourite of ${video}`));
    }
    return {
      acknowledged: members.reduce((sum, member) => sum + member.acknowledged, 0),
      failures,
      requests: mix.requests,
      errors: mix.errors,
      logged: troubleIn(
        await server.log(),
        await pooler.log(),
        await readFile(`${database.directory}.log`, "utf8").catch(() => ""),
      ),
    };
  } finally {
    await server.stop();
  }
}
