// Follows OPERATIONS.md on a bare Debian to the letter: its blocks `sh kit …` are executed in their order, with
// placeholders replaced and nothing else. Then it looks at what came of them.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";
import { atMost, type Finding, none } from "../../finding.ts";
import { Debian } from "../debian/debian.ts";
import { shellBlocks } from "./document.ts";
import { foreign, wrongOf } from "./judge.ts";
import { lookAtMachine } from "./look.ts";
import { Operator } from "./operator.ts";

/** The certificate of the first days, as if an authority had signed it. */
const AUTHORITY = "/usr/local/share/first-certificate.pem";

/** @param plant `misspelled`: one command of the document has a wrong letter, which the drill must find */
export async function runDrill([plant = ""]: string[]): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), "manabiya-kit-"));
  chmodSync(folder, 0o755);
  const planted = plant === "misspelled" ? ["create-superuser --", "create-superusr --"] : ["", ""];
  const document = readFileSync(join(root, "OPERATIONS.md"), "utf8").replace(planted[0] ?? "", planted[1] ?? "");
  const archive = makeRelease(document);
  let debian: Debian | null = null;
  try {
    const words = execFileSync(join(root, "deploy/single/install"), ["--packages"], { encoding: "utf8" });
    mkdirSync(join(folder, "debian"));
    debian = await Debian.start(join(folder, "debian"), {
      packages: [...words.trim().split(" "), "postgresql-common"],
    });
    debian.put(archive, `/root/${basename(archive)}`);
    const version = basename(archive, ".tar.gz").replace("manabiya-", "");
    return await follow(new Operator(debian, document, version), debian);
  } finally {
    await debian?.end();
    rmSync(archive, { force: true });
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Executes the block `desk` on this computer. @returns the archive that it made */
function makeRelease(document: string): string {
  const block = shellBlocks(document).find(({ words }) => words.join(" ") === "kit desk");
  const output = execFileSync("bash", ["-c", block?.commands.join("\n") ?? ""], { cwd: root, encoding: "utf8" });
  console.log(output.trim());
  const [, archive = ""] = /(release\/manabiya-\S+\.tar\.gz)/.exec(output) ?? [];
  return join(root, archive);
}

async function follow(operator: Operator, debian: Debian): Promise<Finding[]> {
  const began = performance.now();
  await operator.execute("install");
  if (operator.failed.length > 0) return [none("documented commands of the installation that failed", operator.failed)];
  const minutes = (performance.now() - began) / 60_000;
  const before = await operator.signUp("before@example.jp");
  const looked = await lookAtMachine(debian);
  const again = await debian.run("/opt/manabiya/current/deploy/single/install 2>&1 | grep wrote");
  await operator.execute("nightly");
  await debian.run(`install --mode=644 /etc/manabiya/tls/fullchain.pem ${AUTHORITY}`);
  const checked = wrongOf(await operator.answer("check", `NODE_EXTRA_CA_CERTS=${AUTHORITY}`));
  await operator.execute("backup");
  await operator.signUp("after@example.jp");
  await operator.execute("restore");
  await operator.served();
  const saved = await operator.logIn("before@example.jp");
  const gone = await operator.logIn("after@example.jp");
  const next = await operator.makeNextRelease();
  await operator.execute("upgrade");
  const upgraded = await operator.served();
  const member = await operator.signUp("new@example.jp");
  await operator.execute("rollback");
  const rolledBack = await operator.served();
  const stillMember = await operator.logIn("new@example.jp");
  const { failed, executed, version } = operator;
  return [
    none(`documented commands that failed, of ${executed.length}`, failed),
    none("documented blocks of this drill that it did not execute", operator.left()),
    atMost("minutes from the archive to a serving site", minutes, 10),
    none("a visitor signs up through nginx and TLS", foreign([before], [201])),
    ...looked,
    none("files that a second installation wrote", again.output.split("\n").filter(Boolean)),
    none("lines of `manage check` that say wrong, with the certificate trusted and the nightly backups", checked),
    none("after the restore, the member of before logs in", foreign([saved], [200])),
    none("after the restore, the member of after is unknown", foreign([gone], [401])),
    none("the upgrade serves the next release", foreign([upgraded], [next])),
    none("the roll back serves the first release", foreign([rolledBack], [version])),
    none("a member of the next release logs in at the first", foreign([member, stillMember], [200, 201])),
  ];
}
