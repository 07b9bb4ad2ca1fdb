import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

const HOUR = 60 * 60 * 1000;

/** Seconds from the beginning of the hour: each address lives for at least three hours, as long as a long lesson with a break. */
const LIFETIME = 4 * 60 * 60;

/**
 * Signs the address of an object. It is the same for everybody during an hour, so that a CDN can keep what it fetched.
 * @param now milliseconds since 1970 by the bucket's clock
 */
export function signObject(client: S3Client, object: { Bucket: string; Key: string }, now: number): Promise<string> {
  const signingDate = new Date(now - (now % HOUR));
  return getSignedUrl(client, new GetObjectCommand(object), { signingDate, expiresIn: LIFETIME });
}
