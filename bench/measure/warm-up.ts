import { CALLS } from "../calls/calls.ts";
import type { Target } from "./rounds.ts";

const REQUESTS = 1_000;

/** Sends requests of all kinds but searches and logins in sequence. */
export async function warmUp({ database, server, members }: Target): Promise<void> {
  const kinds = CALLS.filter(({ name }) => !/login|search/.test(name)).map((call) =>
    call.requests(members, database.set),
  );
  for (let sent = 0; sent < REQUESTS; sent++) {
    const request = kinds[sent % kinds.length]?.[Math.floor(sent / kinds.length)];
    if (!request) continue;
    const { method, path, headers = {}, body } = request;
    const response = await fetch(`${server.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
  }
}
