import { mixed } from "@manabiya/bench/calls/calls.ts";
import type { Members } from "@manabiya/bench/calls/members.ts";
import type { HttpRequest } from "@manabiya/bench/load/burst.ts";
import type { Priced } from "./judge.ts";
import type { Ground, Way } from "./ground.ts";
import { type Serving, startServing } from "./server.ts";

const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 32;

/** The evening mix on servers that differ in the pooler alone, one after the other in each round. */
export async function comparePrices({ database, members, client, folder, start }: Ground, ways: Way[]) {
  const running: { priced: Priced; server: Serving }[] = [];
  const add = async (name: string, url: string, mode: string) => {
    running.push({ priced: { name, perSecond: [], errors: 0 }, server: await startServing(url, mode, folder) });
  };
  try {
    await add("nothing: direct", database.url, "");
    for (const way of ways) await add(way, (await start({ mode: way })).url, way);
    for (let round = 0; round <= ROUNDS; round++) {
      // In alternating order, so that a machine that slows down favours nobody.
      for (const { priced, server } of round % 2 === 0 ? running : running.toReversed()) {
        const requests = ofDifferentMembers(mixed.requests(members, database.set), members, 350 * round);
        const burst = { url: server.url, requests, connections: CONNECTIONS, seconds: SECONDS };
        const { perSecond, errors } = await client.fire(burst);
        // The first round warms up.
        if (round > 0) priced.perSecond.push(perSecond);
        priced.errors += errors;
      }
    }
    return running.map(({ priced }) => priced);
  } finally {
    for (const { server } of running) await server.stop();
  }
}

/** At full speed a member with several searches among the requests would exceed the limit of searches. */
function ofDifferentMembers(requests: HttpRequest[], members: Members, offset: number): HttpRequest[] {
  return requests.map((request, number) => ({
    ...request,
    headers: members.headers(2 + ((number + offset) % (members.count - 1))),
  }));
}
