import { type Finding, none } from "../../finding.ts";
import { AUTHORITIES } from "./counterparts.ts";
import type { Operator } from "./operator.ts";

const PORT = 8443;
const FOLDER = "/srv/releases";
const NGINX = `server {
  listen ${PORT} ssl;
  server_name localhost;
  ssl_certificate /etc/manabiya/tls/fullchain.pem;
  ssl_certificate_key /etc/manabiya/tls/privkey.pem;
  root ${FOLDER};
}
`;

/** @param commit ten digits of its name @param damage commands that change the release's folder, `$1` */
async function publish(operator: Operator, commit: string, damage = "true"): Promise<string> {
  const name = operator.version.replace(/-[0-9a-f]{10}-/, `-${commit}-`);
  const [version, processor] = [name.slice(0, name.lastIndexOf("-")), name.slice(name.lastIndexOf("-") + 1)];
  const { code, output } = await operator.debian.run(
    `set -e; set -- manabiya-${name}; cp -a manabiya-${operator.version} $1; echo ${name} > $1/VERSION
     echo 9999999999 > $1/RELEASED; ${damage}; tar -cf - $1 | gzip -1 > ${FOLDER}/$1.tar.gz; rm -r $1; cd ${FOLDER}
     printf 'version ${version}\\nreleased 9999999999\\n${processor} %s\\n' $(sha256sum manabiya-${name}.tar.gz | cut -d' ' -f1) > latest
     openssl pkeyutl -sign -inkey /root/releases.key -rawin -in latest -out latest.sig`,
  );
  if (code !== 0) throw new Error(output);
  return name;
}

/** The screen's request, and the timer's run. @returns how it ended */
async function request(operator: Operator, kind: string, version: string): Promise<string> {
  const sql = (text: string) =>
    `runuser --user postgres -- psql --quiet --tuples-only --no-align manabiya -c "${text}"`;
  const look = `CURL_CA_BUNDLE=${AUTHORITIES} manabiya upgrade --offered`;
  const ask = `update release_changes set requested_at = now()
    where requested_at is null and kind = '${kind}' and version = '${version}'`;
  const { output } = await operator.debian.run(
    `${look}; ${sql(ask)}; ${look}; ${sql("select outcome from release_changes where requested_at is not null order by id desc limit 1")}`,
  );
  console.log(`${kind} ${version}: ${output.trimEnd().split("\n").slice(-4).join(" | ")}`);
  return `${output.trim().split("\n").at(-1)}, serves ${await operator.served()}`;
}

/** Releases that the operator's address offers, installed and left again as if by the screen. */
export async function takeOffered(operator: Operator): Promise<Finding[]> {
  const { debian, version } = operator;
  debian.write("/etc/nginx/sites-enabled/releases.conf", NGINX);
  await debian.run(
    `mkdir --parents ${FOLDER}; systemctl reload nginx; openssl genpkey -algorithm ed25519 -out /root/releases.key
     key=$(openssl pkey -in /root/releases.key -pubout -outform DER | base64 --wrap 0)
     printf 'RELEASES_URL=https://localhost:${PORT}\\nRELEASES_KEY=%s\\n' "$key" >> /etc/manabiya/manabiya.env`,
  );
  // The timer's runs would meet those of this drill.
  await operator.execute("releases");
  await debian.run("systemctl disable --now manabiya-releases.timer");
  const seen: string[] = [];
  const expected: string[] = [];
  const unfit = `sed -i 's/\\["clock", clock,/["clock", async () => [wrong("clock", "planted", "none")],/' $1/server/src/bin/manage/check/check.ts`;
  seen.push(await request(operator, "upgrade", await publish(operator, "bbbbbbbbbb", unfit)));
  expected.push(`went_back_by_check, serves ${version}`);
  const next = await publish(operator, "cccccccccc");
  seen.push(await request(operator, "upgrade", next), await request(operator, "back", version));
  expected.push(`done, serves ${next}`, `done, serves ${version}`);
  await debian.run("rm /etc/nginx/sites-enabled/releases.conf; systemctl reload nginx");
  const wrong = seen.filter((each, index) => each !== expected[index]);
  return [none("offered releases that were asked for, and ended otherwise", wrong)];
}
