import { atMost, type Finding, none } from "../../finding.ts";
import type { Debian } from "../debian/debian.ts";
import { exposureOf, foreign } from "./judge.ts";
import { servedRelease } from "./operator.ts";

/** Looks at what the installation left on the machine. */
export async function lookAtMachine(debian: Debian): Promise<Finding[]> {
  const ask = async (command: string) => (await debian.run(command)).output.trim();
  const sql = (text: string) => ask(`cd / && runuser --user postgres -- psql -XAtc "${text}"`);
  const verify = await ask("systemd-analyze verify /etc/systemd/system/manabiya*.{service,timer} 2>&1");
  const security = await ask("systemd-analyze security --offline=true --no-pager manabiya.service 2>&1");
  const files = await ask(
    "stat --format '%a %U' /etc/manabiya/{manabiya,backup}.env /etc/manabiya/tls /var/lib/manabiya",
  );
  const user = await ask("stat --format %U /proc/$(systemctl show --property MainPID --value manabiya)");
  const role = await sql(
    "select rolsuper, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = 'manabiya'",
  );
  const base = await sql(
    "select pg_get_userbyid(datdba), pg_encoding_to_char(encoding), current_setting('data_checksums') from pg_database where datname = 'manabiya'",
  );
  const redirect = await ask(
    "curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' http://localhost/login",
  );
  const revived = await revive(debian);
  return [
    none("systemd-analyze verify: complaints", verify.split("\n").filter(Boolean)),
    atMost("systemd-analyze security: exposure", exposureOf(security), 2.5),
    none("nginx -t: complaints", (await ask("nginx -t -q 2>&1")).split("\n").filter(Boolean)),
    none(
      "owners and modes of settings, keys and files",
      foreign(files.split("\n"), ["600 root", "700 root", "700 manabiya"]),
    ),
    none("the user of the service", foreign([user], ["manabiya"])),
    none("rights of the database's role", foreign([role], ["f|f|f|f"])),
    none("owner, encoding and checksums of the database", foreign([base], ["manabiya|UTF8|on"])),
    none("HTTP leads to HTTPS", foreign([redirect], ["301 https://localhost/login"])),
    atMost("seconds without service after kill -9 of the service", revived, 15),
  ];
}

async function revive(debian: Debian): Promise<number> {
  const began = performance.now();
  await debian.run("kill -9 $(systemctl show --property MainPID --value manabiya); sleep 0.5");
  await servedRelease(debian);
  return (performance.now() - began) / 1000;
}
