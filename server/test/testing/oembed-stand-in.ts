import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type OembedAddresses, standInFor } from "../../src/catalogue/playback/oembed.ts";

/** An answer of a host: its status, and its body or a header. */
interface HostReply {
  status: number;
  body?: string | object;
  headers?: Record<string, string>;
}

const PLAYS: HostReply = { status: 200, body: { type: "video", version: "1.0", html: "<iframe></iframe>" } };

/**
 * YouTube's and Vimeo's answers, as their documentation and the reports of oEmbed libraries have them. YouTube's
 * refusals are plain text. Vimeo adds `domain_status_code` for a video of certain domains only.
 */
export const REPLIES = {
  youtube: {
    plays: PLAYS,
    "has an impossible id": { status: 400, body: "Bad Request" },
    "has embedding off": { status: 401, body: "Unauthorized" },
    "is private": { status: 403, body: "Forbidden" },
    "is removed": { status: 404, body: "Not Found" },
  },
  vimeo: {
    plays: PLAYS,
    "is for our domain": { status: 200, body: { type: "video", domain_status_code: 200 } },
    "is for other domains": { status: 200, body: { type: "video", domain_status_code: 403 } },
    "has embedding off": { status: 403, body: "" },
    "is removed": { status: 404, body: "404 Not Found" },
  },
} satisfies Record<string, Record<string, HostReply>>;

export interface OembedStandIn {
  addresses: () => OembedAddresses;
  /** The page's address that a host was asked about, for each request. */
  asked: string[];
  /** The headers of each request. */
  headers: IncomingMessage["headers"][];
  /** The most requests at once, for each host. */
  most: Record<string, number>;
  /** Answers by the page's address. Others play. */
  replies: Map<string, HostReply>;
  /** Answers every request this way; null: by `replies`. */
  always: HostReply | "silence" | null;
  close(): Promise<void>;
}

/** Starts a stand-in for both hosts on loopback. */
export async function startOembedStandIn(): Promise<OembedStandIn> {
  const asked: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const most: Record<string, number> = {};
  const current: Record<string, number> = {};
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const page = searchParams.get("url") ?? "";
    asked.push(page);
    headers.push(request.headers);
    current[pathname] = (current[pathname] ?? 0) + 1;
    most[pathname] = Math.max(most[pathname] ?? 0, current[pathname]);
    response.once("close", () => void (current[pathname] = (current[pathname] ?? 1) - 1));
    const reply = standIn.always ?? standIn.replies.get(page) ?? PLAYS;
    if (reply === "silence") return;
    const { status, body = "", headers: given = {} } = reply;
    response.writeHead(status, given).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const standIn: OembedStandIn = {
    addresses: () => standInFor(`http://127.0.0.1:${port}`),
    asked,
    headers,
    most,
    replies: new Map(),
    always: null,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return standIn;
}
