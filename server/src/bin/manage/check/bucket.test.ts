import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startBuckets } from "../../../../test/testing/bucket.ts";
import { linesOf } from "../../../../test/testing/installation.ts";
import { openS3Storage } from "../../../files/storage/s3-storage.ts";
import { bucket } from "./bucket.ts";

const environment = (endpoint: string, name = "films") => ({
  S3_BUCKET: name,
  S3_REGION: "us-east-1",
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
});

test("puts, reads, lists and deletes one object", async () => {
  const buckets = await startBuckets(["films"]);
  onTestFinished(() => buckets.close());
  const settings = buckets.settings("films");
  expect(await linesOf(bucket, environment(settings.endpoint ?? ""))).toEqual([
    expect.stringMatching(/^ok +bucket: films: put, get, list, delete$/),
    expect.stringMatching(/^look yourself +versions of objects: .* {2}-> keep deleted objects for some weeks$/),
  ]);
  expect(await (await openS3Storage(settings)).incoming.list()).toEqual([]);
  const missing = await linesOf(bucket, environment(settings.endpoint ?? "", "other"));
  expect(missing).toEqual([expect.stringMatching(/^wrong +the subject: .*bucket does not exist.* {2}-> the remedy$/)]);
});

test("names a bucket that is away", async () => {
  const lines = await linesOf(bucket, environment("http://127.0.0.1:1"));
  expect(lines).toEqual([expect.stringMatching(/^wrong +the subject: connect ECONNREFUSED .* {2}-> the remedy$/)]);
});

test("names a service that ignores ranges, and shows that it keeps versions", async () => {
  const server = createServer((request, response) => {
    request.resume();
    const isList = request.url?.includes("list-type=2");
    if (request.url?.includes("versioning"))
      response.end("<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>");
    else response.end(isList ? "<ListBucketResult><KeyCount>1</KeyCount></ListBucketResult>" : "0123456789");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  expect(await linesOf(bucket, environment(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))).toEqual([
    expect.stringMatching(/^wrong +bucket: films: .* {2}-> a service that also answers ranges$/),
    expect.stringMatching(/^ok +versions of objects: Enabled$/),
  ]);
});
