import { brotliDecompressSync } from "node:zlib";
import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { createTag, createUser } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

test("compresses long API responses for clients that accept it, and leaves short ones plain", async () => {
  const auth = await t.as((await createUser(t.db, t.clock)).id);
  for (let count = 0; count < 60; count++) await createTag(t.db, `長いタグの名前 ${count}`);
  const headers = { ...auth, "accept-encoding": "br, gzip" };
  const long = await t.app.inject({ url: contract.tags.list.url, headers });
  expect(long.headers["content-encoding"]).toBe("br");
  const unpacked = brotliDecompressSync(long.rawPayload).toString();
  expect(JSON.parse(unpacked)).toHaveLength(60);
  expect(long.rawPayload.length).toBeLessThan(unpacked.length / 3);
  const short = await t.app.inject({ url: contract.notices.count.url, headers });
  expect(short.headers["content-encoding"]).toBeUndefined();
  const plain = await t.app.inject({ url: contract.tags.list.url, headers: auth });
  expect(plain.headers["content-encoding"]).toBeUndefined();
});
