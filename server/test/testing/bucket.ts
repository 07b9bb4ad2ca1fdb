import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Settings } from "../../src/config/config.ts";

/** Starts an S3 service on loopback with empty buckets of these names. */
export async function startBuckets(
  names: string[],
): Promise<{ settings: (name: string) => S3Settings; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: names.map((name) => ({ name })),
  });
  const { port } = await server.run();
  return {
    settings: (bucket) => ({
      bucket,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    }),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
