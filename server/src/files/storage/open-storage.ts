import type { Env } from "../../config/config.ts";
import { openLocalStorage } from "./local-storage.ts";
import type { MediaStorage } from "./storage.ts";

/** The bucket that the environment names. @throws OperatorError */
export async function openBucket({ s3 }: Pick<Env, "s3">): Promise<MediaStorage | null> {
  if (s3 === null) return null;
  const { openS3Storage } = await import("./s3-storage.ts");
  return openS3Storage(s3);
}

/**
 * The bucket that the environment names, or folders of this machine. The SDK is loaded only for a bucket: it would cost
 * everybody else's start a quarter of a second and their memory some 30 MB.
 * @throws OperatorError
 */
export async function openStorage({ s3, dataDir }: Pick<Env, "s3" | "dataDir">): Promise<MediaStorage> {
  return (await openBucket({ s3 })) ?? openLocalStorage(dataDir);
}
