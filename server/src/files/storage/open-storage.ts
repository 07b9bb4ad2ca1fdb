import type { Env } from "../../config/config.ts";
import { openLocalStorage } from "./local-storage.ts";
import type { MediaStorage } from "./storage.ts";

/** @throws OperatorError */
export async function openBucket({ s3 }: Pick<Env, "s3">): Promise<MediaStorage | null> {
  if (s3 === null) return null;
  const { openS3Storage } = await import("./s3-storage.ts");
  return openS3Storage(s3);
}

/**
 * Opens the bucket if one is set, else local folders. The SDK is imported only for a bucket: it costs 250 ms of the start
 * and 30 MB.
 * @throws OperatorError
 */
export async function openStorage({ s3, dataDir }: Pick<Env, "s3" | "dataDir">): Promise<MediaStorage> {
  return (await openBucket({ s3 })) ?? openLocalStorage(dataDir);
}
