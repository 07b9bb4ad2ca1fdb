import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../../scripts/quiet-run.mjs";
import { render } from "../render.ts";

const SETTINGS = {
  ADDRESS_1: "192.168.7.1",
  ADDRESS_2: "192.168.7.2",
  ADDRESS_3: "192.168.7.3",
  APPLICATIONS: "192.168.7.21 192.168.7.22 192.168.7.23",
  FRONT: "192.168.7.31",
  MONITORING: "",
};
const DATABASES = ["192.168.7.1", "192.168.7.2", "192.168.7.3"];
const APPLICATIONS = SETTINGS.APPLICATIONS.split(" ");
const EVERYBODY = ["everybody"];

const shell = (command: string, settings: Partial<typeof SETTINGS> = {}) =>
  execFileSync("bash", ["-euc", `. "$1"; ${command}`, "bash", join(root, "deploy/cluster/openings.sh")], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...SETTINGS, ...settings },
  });

/** The filter of a role as the installer writes it, and who may open which port by it. */
async function filterOf(role: string, settings: Partial<typeof SETTINGS> = {}) {
  const values = { SSH_PORTS: "22", OPENINGS: shell(`rules ${role}`, settings).trimEnd() };
  const filter = await render("cluster/filter.nft", values);
  const rules = [...filter.matchAll(/^ +(?:ip saddr \{ (.+) \} )?tcp dport (\d+) accept$/gm)];
  return {
    filter,
    opened: Object.fromEntries(rules.map(([, from, port = ""]) => [port, from?.split(", ") ?? EVERYBODY])),
  };
}

test.each([
  ["database", "", { 2379: DATABASES, 2380: DATABASES, 5432: [...DATABASES, ...APPLICATIONS] }],
  ["application", "", { 3000: [SETTINGS.FRONT] }],
  ["application", "192.168.7.40", { 3000: [SETTINGS.FRONT], 9464: ["192.168.7.40"] }],
  ["front", "", { 80: EVERYBODY, 443: EVERYBODY }],
])(
  "a machine of the role %s, with Prometheus at '%s', opens these ports and no other",
  async (role, MONITORING, ports) => {
    const checks = role === "database" && { 8008: [...DATABASES, ...APPLICATIONS] };
    const { opened } = await filterOf(role, { MONITORING });
    expect(opened).toEqual({ ...ports, ...checks });
  },
);

test.each(["database", "application", "front"])("the filter of the role %s accepts by no other line", async (role) => {
  const { filter } = await filterOf(role);
  const accepting = filter
    .split("\n")
    .filter((line) => /\b(?:accept|jump|goto|queue)\b/.test(line) && !line.includes("#"));
  expect(filter).toContain("hook input priority filter; policy drop;");
  expect(accepting.filter((line) => !/^ +(?:ip saddr \{ .+ \} )?tcp dport \d+ accept$/.test(line))).toEqual([
    '    iifname "lo" accept',
    "    ct state established,related accept",
    "    meta l4proto { 1, 58 } accept",
    "    udp dport { 68, 546 } accept",
    "    tcp dport { 22 } accept",
  ]);
});

test("every port on which a database machine listens is opened to named machines alone", async () => {
  const files = ["etcd.env", "patroni.yml"].map((file) => readFileSync(join(root, "deploy/cluster", file), "utf8"));
  const listening = new Set(
    files.flatMap((text) => [...text.matchAll(/@ADDRESS@:(\d+)/g)].map(([, port = ""]) => port)),
  );
  const { opened } = await filterOf("database");
  expect(Object.keys(opened).toSorted()).toEqual([...listening].toSorted());
  expect(Object.values(opened)).not.toContain(EVERYBODY);
});

test("the operator's ssh stays open at the port of the session that installs", () => {
  expect(shell("sshd() { printf 'port 22\\nport 2222\\n'; }; ssh_ports")).toBe("22, 2222\n");
  expect(shell("sshd() { return 1; }; ssh_ports")).toBe("22\n");
  expect(shell("sshd() { echo port 22; }; SSH_CONNECTION='a 1 b 2200'; ssh_ports")).toBe("22, 2200\n");
});

test("PostgreSQL lets in named roles from their machines alone, and by TLS alone", () => {
  const rules = shell("logins").trimEnd().split("\n");
  const expected = [
    ...DATABASES.flatMap((each) => [`replication replicator ${each}/32`, `postgres postgres,rewinder ${each}/32`]),
    ...APPLICATIONS.map((each) => `manabiya,manabiya_scratch +manabiya ${each}/32`),
  ];
  expect(rules).toEqual(expected.map((each) => `    - hostssl ${each} scram-sha-256`));
});

test("the template of Patroni lets nobody else in, and talks to PostgreSQL by TLS alone", () => {
  const template = readFileSync(join(root, "deploy/cluster/patroni.yml"), "utf8");
  const [, rules = ""] = /^ {2}pg_hba:\n([^]*?)\n\n/m.exec(template) ?? [];
  expect(rules.split("\n")).toEqual(["    - local all postgres peer", "    # By role and machine:@LOGINS@"]);
  const roles = template.match(/^ {6}password: /gm) ?? [];
  expect(roles).toHaveLength(3);
  expect(template.match(/^ {6}sslmode: verify-ca\n {6}sslrootcert: /gm)).toHaveLength(roles.length);
});
