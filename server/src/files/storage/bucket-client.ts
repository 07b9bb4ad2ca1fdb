import { HeadBucketCommand, S3Client, type S3ClientConfig, S3ServiceException } from "@aws-sdk/client-s3";
import { OperatorError } from "../../errors/operator-error.ts";
import { bucketTrouble } from "./bucket-trouble.ts";
import type { S3Settings } from "../../config/config.ts";

/** Milliseconds, as all of these. */
const CONNECTION_TIMEOUT = 3_000;
/** Without a byte. */
const SOCKET_TIMEOUT = 30_000;
/** One repetition: somebody waits for the answer, and the browser repeats by itself. */
const ATTEMPTS = 2;

/**
 * The SDK repeats a refused request when the clocks begin to differ. When they agree again it takes over the time, and does
 * not repeat.
 */
const CLOCK_CHANGE = 60_000;

/** Of this process with the bucket: each player whose bytes we carry holds one. */
const SOCKETS = 500;

/** How every client reaches the bucket. Services other than Amazon's expect it in the path, and not all support newer checksums. */
export const bucketConfig = ({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings): S3ClientConfig => ({
  region,
  credentials: { accessKeyId, secretAccessKey },
  ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
});

/**
 * A client whose failures say what they mean to callers (`bucketTrouble`), and which signs by the bucket's clock.
 * @throws OperatorError when the bucket cannot be reached
 */
export async function openBucketClient(settings: S3Settings): Promise<S3Client> {
  const { bucket } = settings;
  const client = new S3Client({
    ...bucketConfig(settings),
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      socketTimeout: SOCKET_TIMEOUT,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
    maxAttempts: ATTEMPTS,
  });
  await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new OperatorError(`S3_BUCKET ${bucket} cannot be reached: ${reason}.`);
  });
  // Around all repetitions of a command.
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        throw bucketTrouble(error);
      }),
    { step: "initialize", priority: "high", name: "sayWhatTroubleMeans" },
  );
  client.middlewareStack.addRelativeTo(
    <Args, Result>(next: (args: Args) => Promise<Result>) =>
      (args: Args) => {
        const offset = client.config.systemClockOffset;
        return next(args).catch((error: unknown) => {
          const isCorrected = Math.abs(client.config.systemClockOffset - offset) > CLOCK_CHANGE;
          if (isCorrected && error instanceof S3ServiceException) error.$retryable = {};
          throw error;
        });
      },
    { relation: "after", toMiddleware: "retryMiddleware", name: "repeatAfterClockChange" },
  );
  return client;
}
