import { isIP } from "node:net";
import type { onRequestHookHandler } from "fastify";

/**
 * Refuses requests under a name that is not ours: somebody's page could lead its own name to this machine and read the
 * mails. An address in numbers leads nowhere else. It reads no forwarded header, which that page could set.
 */
export function ownHostOnly(publicUrl?: string): onRequestHookHandler {
  const names = ["localhost", ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  return async ({ headers: { host = "" } }, reply) => {
    const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
    if (names.includes(name) || isIP(name.replaceAll(/[[\]]/g, "")) > 0) return undefined;
    return reply.code(403).type("text/plain; charset=utf-8").send("このURLでは開けません。");
  };
}
