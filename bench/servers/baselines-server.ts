// The upper bound on this machine: the same framework and serializer without an application.
import { paged } from "@manabiya/contract/paging.ts";
import { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import fastJson from "fast-json-stringify";
import Fastify from "fastify";
import * as z from "zod/mini";
import { createAccessTokens } from "@manabiya/server/src/accounts/sessions/access-token.ts";
import { deriveKey } from "@manabiya/server/src/crypto/keys.ts";
import { SECRET } from "./server.ts";

const app = Fastify();
const tokens = createAccessTokens(deriveKey(SECRET, "access-token"));
const write = fastJson(z.toJSONSchema(paged(VideoCard), { target: "draft-7", io: "output" }) as fastJson.Schema);

const card: VideoCard = {
  id: 48,
  video_id: "bench-00048",
  title: "ランディングページの実践：見込み客を数字で見る",
  title_breaks: [11, 14, 18, 21, 23],
  thumbnail: "/media/thumbnails/6f0c1c52-3d0f-4a53-9d2e-1a2b3c4d5e6f-640.webp",
  duration: 900,
  created_at: "2026-11-21T08:00:00.000Z",
  categories: [{ id: 7, name: "広告運用", parent: 1 }],
  tags: [
    { id: 3, name: "広告" },
    { id: 11, name: "改善" },
  ],
  is_favorite: false,
  watch_later: false,
  view_count: 1200,
  position: null,
};
const page = { results: Array.from({ length: 20 }, () => card), count: 10_000, next: "/?page=2", previous: null };

app.get("/small", () => ({ ok: true }));
app.get("/list", (request, reply) => {
  const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
  if (tokens.verify(token, Date.now()) === null) return reply.code(401).send();
  return reply.type("application/json; charset=utf-8").send(write(page));
});

console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
process.on("SIGTERM", () => void app.close());
