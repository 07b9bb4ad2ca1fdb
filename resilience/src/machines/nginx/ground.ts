import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Members } from "@manabiya/bench/calls/members.ts";
import { SECRET } from "@manabiya/bench/servers/server.ts";
import { freePort, SMALL } from "../../service.ts";
import { Client } from "../bucket/client.ts";
import { ApplicationMachine } from "../rolling/application-machine.ts";
import { startNginx } from "../rolling/proxies.ts";
import { Release } from "../rolling/release.ts";
import { Upstream } from "./upstream.ts";

const run = promisify(execFile);

/** Member 1 watches, member `STAFF` uploads. */
const STAFF = 100;

/** The shipped nginx with TLS before a real server with one long film. */
export interface Ground {
  /** Such as "https://localhost:41234". */
  url: string;
  upstream: Upstream;
  members: Members;
  /** The member who is staff. */
  staff: number;
  /** The id of the video, and its address for member 1. */
  video: number;
  film: string;
  certificate: string;
  /** The hash by which Chromium trusts the certificate. */
  key: string;
  /** Lines of `nginx -t`. */
  complaints: string[];
  close(): Promise<void>;
}

/** @param edit plants a defect in the shipped site */
export async function openGround(
  folder: string,
  content: Buffer<ArrayBuffer>,
  edit: (site: string) => string,
): Promise<Ground> {
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of opened.toReversed()) await step();
  };
  try {
    const release = Release.present();
    const database = await release.openDatabase(SMALL);
    opened.push(() => database.close());
    const members = await release.signIn(database, STAFF);
    await database.db.query({ text: "update users set is_staff = true where id = $1", values: [STAFF] });
    // The generated data have names of pictures without files.
    await database.db.query({ text: "update videos set thumbnail = null" });
    const [port, between] = [await freePort(), await freePort()];
    const proxies = await startNginx(folder, between, 128, edit);
    opened.push(() => proxies.stop());
    const { url } = proxies;
    const upstream = new Upstream(between, port);
    await upstream.open();
    opened.push(() => upstream.close());
    await mkdir(join(folder, "files"), { recursive: true });
    const application = new ApplicationMachine(port, folder, {
      PUBLIC_URL: url,
      DATABASE_URL: database.url,
      AUTH_SECRET: SECRET,
      DATA_DIR: join(folder, "files"),
      STRIPE_SECRET_KEY: "sk_test_nobody",
      STRIPE_WEBHOOK_SECRET: "whsec_nobody",
      VIDEO_HOSTS_URL: "http://127.0.0.1:9",
      LOG_LEVEL: "warn",
    });
    await application.start(release);
    opened.push(() => application.kill());
    const staff = new Client(url, () => members.headers(STAFF));
    const video = await staff.publish(await staff.complete(await staff.startUpload(content.length), content));
    const { body } = await new Client(url, () => members.headers(1)).call("GET", `/api/videos/${video}/`);
    const certificate = join(folder, "fullchain.pem");
    return {
      url,
      upstream,
      members,
      staff: STAFF,
      video,
      film: url + String(body.source_url),
      certificate,
      key: keyOf(certificate),
      complaints: await complaintsOf(join(folder, "nginx.conf")),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The base64 of the SHA-256 of the certificate's public key. */
function keyOf(certificate: string): string {
  const pem = execFileSync("openssl", ["x509", "-pubkey", "-noout"], { input: readFileSync(certificate) });
  const der = execFileSync("openssl", ["pkey", "-pubin", "-outform", "der"], { input: pem });
  return createHash("sha256").update(der).digest("base64");
}

async function complaintsOf(configuration: string): Promise<string[]> {
  const { stderr } = await run("/usr/sbin/nginx", ["-t", "-c", configuration]).catch(
    (error: unknown) => error as { stderr: string },
  );
  // The drill's nginx runs as root, which the shipped line `user` also says in other words.
  const lines = stderr.split("\n").filter((line) => /\[(warn|error|emerg|alert|crit)\]/.test(line));
  return stderr.includes("test is successful") ? lines : [...lines, "the test is not successful"];
}
