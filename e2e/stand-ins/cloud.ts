import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { promisify } from "node:util";

const MACHINE = "vz-30d21f49-6b1.b-cdn.net";
const FILM = "ee4b9c0d-b165-43c1-8796-5e3ce6252e32";
const KEY = "key-of-the-cloud";
/** Pixels of the shorter side, and bits a second. */
const RUNGS = [
  [360, 400_000],
  [180, 100_000],
] as const;

export interface Cloud {
  /** Without a token, as the cloud shows it. */
  address: string;
  /** The server's settings for it. */
  environment: { BUNNY_TOKEN_KEY: string };
  /** Arguments with which a browser finds it. */
  browser: string[];
  /** Tokens that end before this second are refused. */
  now: number;
  /** @returns the status of an address */
  statusOf(address: string): Promise<number>;
  close(): Promise<void>;
}

const run = promisify(execFile);

/** Bunny's network: a film of two minutes in MPEG transport streams, whose files a token of its folder opens to pages of any site. */
export async function startCloud(): Promise<Cloud> {
  const folder = await mkdtemp(join(tmpdir(), "cloud-"));
  await makeFilm(join(folder, FILM));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", `/CN=${MACHINE}`, "-days", "1"];
  await run("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject]);

  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
    const [, token, expires, path = ""] =
      /^\/bcdn_token=([\w-]+)&expires=(\d+)&token_path=%2F[\w-]+%2F(\/.*)$/.exec(request.url ?? "") ?? [];
    const signed = `${KEY}/${FILM}/${expires}token_path=/${FILM}/`;
    const isGenuine = token === createHash("sha256").update(signed).digest("base64url");
    const isOpen = isGenuine && Number(expires) >= cloud.now && normalize(path).startsWith(`/${FILM}/`);
    response.setHeader("access-control-allow-origin", "*");
    // Each look at a segment asks whether its address still opens it.
    response.setHeader("cache-control", "no-store");
    if (!isOpen) return void response.writeHead(403).end();
    readFile(join(folder, path)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const cloud: Cloud = {
    address: `https://${MACHINE}/${FILM}/playlist.m3u8`,
    environment: { BUNNY_TOKEN_KEY: KEY },
    browser: [`--host-resolver-rules=MAP ${MACHINE}:443 127.0.0.1:${port}`, "--ignore-certificate-errors"],
    now: 0,
    async statusOf(address) {
      const { pathname } = new URL(address);
      const { stdout } = await run("curl", [
        ...["-sk", "--path-as-is", "-o", "/dev/null", "-w", "%{http_code}"],
        `https://127.0.0.1:${port}${pathname}`,
      ]);
      return Number(stdout);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
  return cloud;
}

async function makeFilm(folder: string): Promise<void> {
  for (const [index] of RUNGS.entries()) await mkdir(join(folder, String(index)), { recursive: true });
  await run("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=10", "-f", "lavfi", "-i", "sine=frequency=440"],
    ...["-t", "120", ...RUNGS.flatMap(() => ["-map", "0:v", "-map", "1:a"])],
    ...RUNGS.flatMap(([side, rate], index) => [
      `-filter:v:${index}`,
      `scale=-2:${side}`,
      `-b:v:${index}`,
      String(rate),
    ]),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "20", "-c:a", "aac"],
    ...["-f", "hls", "-hls_time", "4", "-hls_playlist_type", "vod", "-hls_flags", "independent_segments"],
    ...[
      "-master_pl_name",
      "playlist.m3u8",
      "-var_stream_map",
      RUNGS.map((_, index) => `v:${index},a:${index}`).join(" "),
    ],
    join(folder, "%v", "video.m3u8"),
  ]);
}
