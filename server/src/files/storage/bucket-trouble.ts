import { S3ServiceException } from "@aws-sdk/client-s3";
import { AppError, storageFull, storageUnavailable } from "../../errors/app-error.ts";

/** Names of a full disk or an exceeded quota at Amazon, Ceph, MinIO and Swift. No part is too large by itself. */
const NO_ROOM = /^(EntityTooLarge|QuotaExceeded|InsufficientCapacity|InsufficientStorage|XMinioStorageFull)$/;

/** Refusals of a valid request: the clock or the key of this server is wrong, or its key has too few rights. */
const REFUSED = new Set([401, 403]);

/**
 * Says to callers what the failure of a bucket means for them; the error itself becomes the cause. A missing object and
 * an unsatisfiable range stay as they are.
 */
export function bucketTrouble(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (!(error instanceof S3ServiceException)) return storageUnavailable(error);
  const status = error.$metadata.httpStatusCode ?? 500;
  if (status === 507 || status === 413 || NO_ROOM.test(error.name)) return storageFull(error);
  const isTransient = status >= 500 || status === 408 || status === 429 || REFUSED.has(status);
  return isTransient ? storageUnavailable(error) : error;
}
