import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import tls from "node:tls";
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
 * @param ports of the application machines
 * @param apiConnections nginx refuses requests of the API beyond these
 */
export async function startProxies(folder: string, ports: number[], apiConnections: number): Promise<Proxies> {
  const [toApplication, plain, secure] = [await freePort(), await freePort(), await freePort()];
  const values = {
    APPLICATION_1: `127.0.0.1:${ports[0]}`,
    APPLICATION_2: `127.0.0.1:${ports[1]}`,
    UPSTREAM: `127.0.0.1:${toApplication}`,
    API_CONNECTIONS: String(apiConnections),
    HOST,
    ...makeCertificate(folder),
  };
  const haproxy = (await render("cluster/haproxy-application.cfg", values)).replaceAll(
    "127.0.0.1:8000",
    values.UPSTREAM,
  );
  const site = await render("shared/nginx/manabiya.conf", values);
  return start(folder, { haproxy, site, ports: { toApplication, plain, secure } });
}

/** nginx alone before one machine, as on a single server. @param port of the application */
export async function startNginx(folder: string, port: number, apiConnections: number): Promise<Proxies> {
  const [plain, secure] = [await freePort(), await freePort()];
  const values = {
    UPSTREAM: `127.0.0.1:${port}`,
    API_CONNECTIONS: String(apiConnections),
    HOST,
    ...makeCertificate(folder),
  };
  const site = await render("shared/nginx/manabiya.conf", values);
  return start(folder, { haproxy: null, site, ports: { toApplication: port, plain, secure } });
}

/** A site as many guides have it: nginx spreads the requests, and nothing checks the machines. */
export async function startStockNginx(folder: string, ports: number[]): Promise<Proxies> {
  const { CERTIFICATE, CERTIFICATE_KEY } = makeCertificate(folder);
  const [plain, secure] = [await freePort(), await freePort()];
  const site = `upstream manabiya { ${ports.map((port) => `server 127.0.0.1:${port};`).join(" ")} }
    server { listen 443 ssl; server_name ${HOST}; ssl_certificate ${CERTIFICATE}; ssl_certificate_key ${CERTIFICATE_KEY};
      location / { proxy_pass http://manabiya; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; } }`;
  return start(folder, { haproxy: null, site, ports: { toApplication: 0, plain, secure } });
}

interface Configured {
  haproxy: string | null;
  site: string;
  ports: { toApplication: number; plain: number; secure: number };
}

async function start(folder: string, { haproxy, site, ports }: Configured): Promise<Proxies> {
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
      await launch("/usr/sbin/haproxy", ["-W", "-db", "-f", join(folder, "haproxy.cfg")], ports.toApplication);
    }
    await writeFile(join(folder, "nginx.conf"), await nginxOf(folder, site, ports));
    await launch("/usr/sbin/nginx", ["-c", join(folder, "nginx.conf")], ports.secure);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `https://${HOST}:${ports.secure}`, stop };
}

/** What Debian's nginx.conf has around a site, in the drill's folder and on its ports. */
async function nginxOf(folder: string, site: string, ports: Configured["ports"]): Promise<string> {
  await mkdir(join(folder, "nginx"), { recursive: true });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, "nginx", name)};`,
  );
  const served = site
    .replaceAll(/listen \[::\].*\n/g, "")
    .replace("listen 80;", `listen 127.0.0.1:${ports.plain};`)
    .replace("listen 443 ", `listen 127.0.0.1:${ports.secure} `)
    .replaceAll("/var/log/nginx/", `${folder}/nginx/`);
  return `user root; daemon off; worker_processes 2; pid ${join(folder, "nginx.pid")}; error_log stderr crit;
    worker_rlimit_nofile 8192;
    events { worker_connections 4096; }
    http { access_log off; ${temporary.join(" ")}
    ${served} }`;
}

/** A certificate of the drill's own, which this process trusts from now on. */
function makeCertificate(folder: string): { CERTIFICATE: string; CERTIFICATE_KEY: string } {
  const [CERTIFICATE, CERTIFICATE_KEY] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", CERTIFICATE_KEY];
  execFileSync("openssl", ["req", "-x509", "-days", "2", ...key, "-out", CERTIFICATE, ...subject], { stdio: "ignore" });
  // Processes that this one starts later trust it, too.
  process.env["NODE_EXTRA_CA_CERTS"] = CERTIFICATE;
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), readFileSync(CERTIFICATE, "utf8")]);
  return { CERTIFICATE, CERTIFICATE_KEY };
}
