import { once } from "node:events";
import { createServer, request as ask, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Certificate, createAuthority, trust } from "../../../../test/testing/certificate.ts";
import { linesOf } from "../../../../test/testing/installation.ts";
import { useTestApp } from "../../../../test/testing/test-app.ts";
import { createApp } from "../../../app.ts";
import { serveMetrics } from "../../../observability/metrics-server.ts";
import { certificate } from "./certificate.ts";
import { clock } from "./clock.ts";
import type { Check } from "./installation.ts";
import { metrics, proxies, readiness, redirect } from "./public-address.ts";

const t = useTestApp();
const authority = createAuthority();
const RIGHT = authority.issue("localhost", 90);
let app: string;
let endTrust: () => void;

beforeAll(async () => {
  app = await t.app.listen({ port: 0, host: "127.0.0.1" });
  endTrust = trust(authority);
});
afterAll(() => endTrust());

async function listen(server: Server, protocol: string): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${protocol}://localhost:${(server.address() as AddressInfo).port}`;
}

/** @returns an address at which nothing listens */
async function closedAddress(protocol: string): Promise<string> {
  const server = createServer();
  const url = await listen(server, protocol);
  await once(server.close(), "close");
  return url;
}

/** A reverse proxy with TLS. @param target such as "http://127.0.0.1:3000" @param added headers of its own */
function startProxy(target: string, given: Certificate = RIGHT, added: Record<string, string> = {}): Promise<string> {
  const forward: RequestListener = ({ url, headers }, response) => {
    ask(target + url, { headers: { ...headers, ...added } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    })
      .on("error", () => response.writeHead(502).end("Bad Gateway"))
      .end();
  };
  return listen(createTlsServer(given, forward), "https");
}

const FORWARDED = { "x-forwarded-for": "203.0.113.9" };

const linesAt = (check: Check, url: string, httpPort = 80) => linesOf(check, { PUBLIC_URL: url }, { httpPort });

/** As if the address were no loopback. */
async function publicLinesAt(check: Check, url: string, environment: Record<string, string> = {}): Promise<string[]> {
  const asIfPublic: Check = ({ env, ...given }) =>
    check({ ...given, env: { ...env, site: { ...env.site, isPublic: true } } });
  return linesOf(asIfPublic, { PUBLIC_URL: url, ...environment });
}

test("a proxy with TLS that passes the client's address on is right", async () => {
  const url = await startProxy(app, RIGHT, FORWARDED);
  expect(await linesAt(certificate, url)).toEqual([
    expect.stringMatching(/^ok +certificate: valid; ends 20.*, in (89|90) days$/),
  ]);
  expect(await linesAt(readiness, url)).toEqual([expect.stringMatching(/^ok +readiness: 200 {"status":"ok"}$/)]);
  expect(await publicLinesAt(proxies, url)).toEqual([expect.stringMatching(/^ok +proxies: .* is believed$/)]);
  expect(await publicLinesAt(metrics, url)).toEqual([
    expect.stringMatching(/^ok +metrics: not on the public address$/),
  ]);
});

test.each([
  ["that ends in 20 days", authority.issue("localhost", 20.5), "valid; ends .*, in 20 days"],
  ["that has ended", authority.issue("localhost", -0.5), "CERT_HAS_EXPIRED; ends .*, in -1 days"],
  ["for another host", authority.issue("manabiya.example", 90), "ERR_TLS_CERT_ALTNAME_INVALID; .*"],
  ["without its chain", createAuthority("Another").issue("localhost", 90), "UNABLE_TO_VERIFY_LEAF_SIGNATURE; .*"],
])("names a certificate %s", async (_name, given, line) => {
  const lines = await linesAt(certificate, await startProxy(app, given));
  expect(lines).toEqual([expect.stringMatching(`^wrong +certificate: ${line}  -> one for PUBLIC_URL's host with its`)]);
});

test("names an address where nothing answers", async () => {
  for (const check of [certificate, readiness, proxies]) {
    expect(await linesAt(check, await closedAddress("https"))).toEqual([
      expect.stringMatching(/ECONNREFUSED.* {2}-> the remedy$/),
    ]);
  }
});

test("names a proxy that answers http instead of leading to https", async () => {
  const url = await startProxy(app);
  const plain = await listen(
    createServer((_request, response) => response.end("hello")),
    "http",
  );
  const leading = await listen(
    createServer((_request, response) => response.writeHead(308, { location: url }).end()),
    "http",
  );
  const lines = (from: string) => linesAt(redirect, url, Number(new URL(from).port));
  expect(await lines(plain)).toEqual([
    expect.stringMatching(/^wrong +redirect: http is answered with 200 {2}-> 308 to https/),
  ]);
  expect(await lines(leading)).toEqual([expect.stringMatching(/^ok +redirect: http is answered with 308$/)]);
  expect(await lines(await closedAddress("http"))).toEqual([
    expect.stringMatching(/^look yourself +redirect: nothing answers/),
  ]);
});

test("names a proxy behind which no server answers", async () => {
  expect(await linesAt(readiness, await startProxy(await closedAddress("http")))).toEqual([
    expect.stringMatching(/^wrong +readiness: 502 Bad Gateway {2}-> OPERATIONS\.md, Monitoring/),
  ]);
});

test("names a proxy that hides the client's address, and one that is not trusted", async () => {
  expect(await publicLinesAt(proxies, await startProxy(app))).toEqual([
    expect.stringMatching(/^wrong +proxies: .* is absent {2}-> the reverse proxy must set it/),
  ]);
  const strict = await createApp({ ...t.deps, trustedProxies: [] });
  onTestFinished(() => strict.close());
  const untrusted = await startProxy(await strict.listen({ port: 0, host: "127.0.0.1" }), RIGHT, FORWARDED);
  expect(await publicLinesAt(proxies, untrusted)).toEqual([
    expect.stringMatching(/^wrong +proxies: .* is ignored {2}-> .*TRUSTED_PROXIES name the proxy/),
  ]);
});

test("names metrics that visitors can read", async () => {
  const served = await serveMetrics({ port: 0, host: "127.0.0.1" }, [async () => "# HELP manabiya_up 1\n"]);
  onTestFinished(() => served.stop());
  const lines = [
    await linesAt(metrics, await startProxy(`http://127.0.0.1:${served.port}`)),
    await publicLinesAt(metrics, await startProxy(app), { METRICS_PORT: String(served.port), METRICS_HOST: "0.0.0.0" }),
  ];
  const onLoopback = await publicLinesAt(metrics, await startProxy(app), { METRICS_PORT: String(served.port) });
  expect(onLoopback).toEqual([expect.stringMatching(/^ok +metrics: not on the public address$/)]);
  for (const each of lines) {
    expect(each).toEqual([expect.stringMatching(/^wrong +metrics: .*\/metrics shows them .* {2}-> METRICS_HOST: /)]);
  }
});

test("compares the clock with the date of Stripe's answers, else of the bucket's", async () => {
  const hourLater = createServer((_request, response) => {
    response.sendDate = false;
    response.writeHead(404, { date: new Date(Date.now() + 3_600_000).toUTCString() }).end();
  });
  const url = await listen(hourLater, "http");
  const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  const wrong = [expect.stringMatching(/^wrong +clock: differs by -3[56]\d\d s from localhost:\d+ {2}-> NTP/)];
  expect(await linesOf(clock, { ...stripe, STRIPE_API_URL: url })).toEqual(wrong);
  const s3 = { S3_BUCKET: "b", S3_REGION: "r", S3_ENDPOINT: url, S3_ACCESS_KEY_ID: "k", S3_SECRET_ACCESS_KEY: "s" };
  const nobody = { ...stripe, STRIPE_API_URL: await closedAddress("http") };
  expect(await linesOf(clock, { ...nobody, ...s3 })).toEqual(wrong);
  expect(await linesOf(clock, { ...stripe, STRIPE_API_URL: app })).toEqual([
    expect.stringMatching(/^ok +clock: differs by -?[01] s/),
  ]);
  expect(await linesOf(clock, nobody)).toEqual([expect.stringMatching(/^look yourself +clock: is it right\?/)]);
});
