import { randomUUID } from "node:crypto";
import { S3 } from "@aws-sdk/client-s3";
import { ok } from "../../../billing/check/finding.ts";
import { bucketConfig } from "../../../files/storage/bucket-client.ts";
import { type Check, line, PATIENCE } from "./installation.ts";

export const bucket: Check = async ({ env: { s3 } }) => {
  if (s3 === null) return [ok("bucket", "none: the files are in DATA_DIR")];
  const { bucket: Bucket } = s3;
  const client = new S3({
    ...bucketConfig(s3),
    requestHandler: { connectionTimeout: PATIENCE, socketTimeout: PATIENCE },
    maxAttempts: 1,
  });
  // The key of an abandoned upload's part, which the nightly job deletes if this run cannot.
  const object = { Bucket, Key: `incoming/${randomUUID()}/${"0".repeat(15)}` };
  await client.putObject({ ...object, Body: "0123456789", ContentLength: 10 });
  const { Body } = await client.getObject({ ...object, Range: "bytes=3-5" });
  const isRange = (await Body?.transformToString()) === "345";
  const { KeyCount } = await client.listObjectsV2({ Bucket, Prefix: object.Key });
  await client.deleteObject(object);
  const versions = await client.getBucketVersioning({ Bucket }).catch(() => null);
  const detail = versions === null ? "the service does not tell" : (versions.Status ?? "not kept");
  return [
    line(
      isRange && KeyCount === 1,
      "bucket",
      `${Bucket}: put, get, list, delete`,
      "a service that also answers ranges",
    ),
    line(versions?.Status === "Enabled" || null, "versions of objects", detail, "keep deleted objects for some weeks"),
  ];
};
