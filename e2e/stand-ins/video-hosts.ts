import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface VideoHosts {
  url: string;
  /** Statuses by the address of a video's page. Others play. */
  statuses: Map<string, number>;
  /** Title and length of a video, by the address of its page. */
  details: Map<string, { title: string; duration?: number }>;
  close(): Promise<void>;
}

/** Starts a stand-in for the oEmbed addresses of YouTube and Vimeo. */
export async function startVideoHosts(): Promise<VideoHosts> {
  const statuses = new Map<string, number>();
  const details: VideoHosts["details"] = new Map();
  const server = createServer((request, response) => {
    const page = new URL(request.url ?? "", "http://localhost").searchParams.get("url") ?? "";
    const status = statuses.get(page) ?? 200;
    const answer = { type: "video", version: "1.0", ...details.get(page) };
    response.writeHead(status).end(status === 200 ? JSON.stringify(answer) : "Not Found");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    statuses,
    details,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
