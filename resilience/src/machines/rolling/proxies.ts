import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import tls from "node:tls";
import { root } from "../../../../scripts/quiet-run.mjs";
import { freePort } from "../../service.ts";
import { Program } from "../program.ts";
import { render } from "../render.ts";

const HOST = "localhost";

/** nginx with TLS and, before it, HAProxy: the files of `deploy/` with other ports and folders. */
export interface Proxies {
  /** Such as "https://localhost:41234". */
  url: string;
  stop(): Promise<void>;
}

/**
 * @param applications addresses and ports of the two application machines
 * @param concurrent calls that one machine serves at once
 */
export async function startProxies(folder: string, applications: string[], concurrent: number): Promise<Proxies> {
  const toApplication = await freePort();
  const haproxy = await render("cluster/haproxy-application.cfg", {
    APPLICATION_1: applications[0] ?? "",
    APPLICATION_2: applications[1] ?? "",
    CONCURRENT: String(concurrent),
  });
  return start(folder, {
    haproxy: haproxy
      .replaceAll("127.0.0.1:8080", `127.0.0.1:${toApplication}`)
      .replace("/run/haproxy/admin.sock", join(folder, "haproxy.sock")),
    toApplication,
    site: await siteOf(folder, toApplication, 0),
  });
}

/**
 * nginx alone before one machine, as on a single server.
 * @param port of the application @param edit plants a defect in the site
 */
export async function startNginx(
  folder: string,
  port: number,
  concurrent: number,
  edit: (site: string) => string = (site) => site,
): Promise<Proxies> {
  return start(folder, { haproxy: null, toApplication: port, site: edit(await siteOf(folder, port, concurrent)) });
}

/** The shipped site with the folders and the certificate of the drill. */
async function siteOf(folder: string, port: number, concurrent: number): Promise<string> {
  makeCertificate(folder);
  const values = { DOMAIN: HOST, APPLICATION: `127.0.0.1:${port}`, CONCURRENT: String(concurrent) };
  return (await render("shared/nginx/manabiya.conf", values))
    .replaceAll("/etc/manabiya/tls/", `${folder}/`)
    .replaceAll("/var/log/nginx/", `${folder}/nginx/`)
    .replaceAll("/var/cache/nginx/", `${folder}/nginx/`)
    .replace("root /etc/nginx/manabiya;", `root ${join(root, "deploy/shared/nginx")};`);
}

/** A site as many guides have it: nginx spreads the requests, and nothing checks the machines. */
export async function startStockNginx(folder: string, ports: number[]): Promise<Proxies> {
  makeCertificate(folder);
  const site = `upstream manabiya { ${ports.map((port) => `server 127.0.0.1:${port};`).join(" ")} }
    server { listen 443 ssl; server_name ${HOST};
      ssl_certificate ${folder}/fullchain.pem; ssl_certificate_key ${folder}/privkey.pem;
      location / { proxy_pass http://manabiya; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; } }`;
  return start(folder, { haproxy: null, toApplication: 0, site });
}

interface Configured {
  haproxy: string | null;
  toApplication: number;
  site: string;
}

async function start(folder: string, { haproxy, toApplication, site }: Configured): Promise<Proxies> {
  const [plain, secure] = [await freePort(), await freePort()];
  const programs: Program[] = [];
  const launch = async (command: string, args: string[], port: number) => {
    const program = new Program(command, args, { logFile: join(folder, `${command.replace(/.*\//, "")}.log`) });
    program.start();
    programs.push(program);
    await program.listens(port);
  };
  const stop = async () => {
    for (const program of programs.toReversed()) await program.end();
  };
  try {
    if (haproxy !== null) {
      await writeFile(join(folder, "haproxy.cfg"), haproxy);
      await launch("/usr/sbin/haproxy", ["-W", "-db", "-f", join(folder, "haproxy.cfg")], toApplication);
    }
    await writeFile(join(folder, "nginx.conf"), await nginxOf(folder, site, plain, secure));
    await launch("/usr/sbin/nginx", ["-c", join(folder, "nginx.conf")], secure);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `https://${HOST}:${secure}`, stop };
}

/** The shipped nginx.conf around a site, in the drill's folder and on its ports. */
async function nginxOf(folder: string, site: string, plain: number, secure: number): Promise<string> {
  await mkdir(join(folder, "nginx"), { recursive: true });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, "nginx", name)};`,
  );
  const served = site
    .replaceAll(/listen \[::\].*\n/g, "")
    .replace("listen 80;", `listen 127.0.0.1:${plain};`)
    .replace("listen 443 ", `listen 127.0.0.1:${secure} `);
  await writeFile(join(folder, "site.conf"), `${temporary.join("\n")}\n${served}`);
  return `daemon off;\n${await render("shared/nginx/nginx.conf", {})}`
    .replace("user www-data;", "user root;")
    .replace("worker_rlimit_nofile 65536;", "")
    .replace("worker_connections 16384;", "worker_connections 8192;")
    .replace("/run/nginx.pid", join(folder, "nginx.pid"))
    .replace("/var/log/nginx/error.log", "stderr")
    .replace("include /etc/nginx/modules-enabled/*.conf;", "")
    .replace("include /etc/nginx/conf.d/*.conf;", "")
    .replace("/etc/nginx/sites-enabled/*", join(folder, "site.conf"));
}

/** A certificate of the drill's own, which this process trusts from now on. */
function makeCertificate(folder: string): void {
  const [certificate, keyFile] = [join(folder, "fullchain.pem"), join(folder, "privkey.pem")];
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", keyFile];
  execFileSync("openssl", ["req", "-x509", "-days", "2", ...key, "-out", certificate, ...subject], { stdio: "ignore" });
  // Processes that this one starts later trust it, too.
  process.env["NODE_EXTRA_CA_CERTS"] = certificate;
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), readFileSync(certificate, "utf8")]);
}
