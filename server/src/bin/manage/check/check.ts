import { setTimeout as pause } from "node:timers/promises";
import { type Finding, lineOf, wrong } from "../../../billing/check/finding.ts";
import { inspectEnv } from "../../../config/config.ts";
import { OperatorError } from "../../../errors/operator-error.ts";
import type { Command } from "../../../config/command.ts";
import { readOptions } from "../../options.ts";
import { bucket } from "./bucket.ts";
import { certificate } from "./certificate.ts";
import { clock } from "./clock.ts";
import { database } from "./database.ts";
import { disk } from "./disk.ts";
import { films } from "./films.ts";
import { hiderOfSecrets } from "./hide-secrets.ts";
import type { Check, Installation } from "./installation.ts";
import { loginProviders } from "./login-providers.ts";
import { mail, senderDomain } from "./mail.ts";
import { metrics, proxies, readiness, redirect } from "./public-address.ts";
import { settings } from "./settings.ts";
import { stripe } from "./stripe.ts";
import { tellOwner } from "./tell-owner.ts";
import { operatorCommand } from "../../../errors/operator-command.ts";

/** Seconds. A service that is away must not delay the others' lines. Stripe answers some twenty calls in a row. */
const TIME_LIMIT = 5;
const STRIPE_TIME_LIMIT = 30;

const ADDRESS = "PUBLIC_URL, its DNS record, and the reverse proxy";

type Subject = [name: string, check: Check, remedy: string, seconds?: number];

/** In the order of the output. The remedy is for a check that fails or has no answer in time. */
const GROUPS: Subject[][] = [
  [["settings", settings, "the environment of this command"]],
  [["database", database, "DATABASE_URL, and the network between this machine and PostgreSQL"]],
  [
    ["DATA_DIR", disk, "a folder of the service's user with free space, and mode 700"],
    ["ffmpeg", films, "apt install ffmpeg"],
    ["bucket", bucket, "the S3 settings, and the key's rights to put, get, list and delete objects"],
  ],
  [["clock", clock, "NTP on this machine: timedatectl"]],
  [
    ["certificate", certificate, ADDRESS],
    ["redirect", redirect, ADDRESS],
    ["readiness", readiness, ADDRESS],
    ["proxies", proxies, ADDRESS],
    ["metrics", metrics, ADDRESS],
  ],
  [
    ["mail server", mail, "host and port of SMTP_URL, the firewall, a valid certificate for that name"],
    ["sender's domain", senderDomain, "the DNS of MAIL_FROM's domain"],
  ],
  [["login providers", loginProviders, "the providers' settings (docs/login-providers.md), and the network"]],
  [["Stripe", stripe, operatorCommand("manage stripe-check"), STRIPE_TIME_LIMIT]],
];

/**
 * Compares the installation with what the product needs, one line for each. It sends a mail, and deletes the file and the
 * object that it writes. With `--mail` the owner is told of what is newly wrong, instead of the command's failure.
 * @throws OperatorError when something is wrong, or the owner could not be told
 */
export const check: Command = async (args, environment) => {
  const given = readInstallation(args, environment);
  const hide = hiderOfSecrets(environment);
  const { env, tells, failedUnit } = given;
  if (failedUnit !== null) {
    const failed = wrong(failedUnit, "failed", `journalctl --unit ${failedUnit}`);
    return tellOwner(env, [failed], { hide, isWhole: false });
  }
  const groups = await Promise.all(GROUPS.map((group) => Promise.all(group.map((each) => findingsOf(each, given)))));
  for (const group of groups) console.log(hide(`${group.flat().map(lineOf).join("\n")}\n`));
  const findings = groups.flat(2);
  const problems = findings.filter(({ result }) => result === "wrong");
  if (tells) return tellOwner(env, problems, { hide, isWhole: true });
  const count = problems.length;
  if (count > 0) throw new OperatorError(`${count} of ${findings.length} lines say what is wrong.`);
  console.log("Nothing is wrong. Go through the lines that begin with look yourself.");
};

const OPTIONS = {
  "mail-to": { type: "string" },
  settings: { type: "string", default: ".env" },
  mail: { type: "boolean", default: false },
  failed: { type: "string" },
} as const;
const USAGE = "manage check [--mail-to ADDRESS] [--settings FILE] [--mail [--failed UNIT]]";

export function readInstallation(args: string[], environment: NodeJS.ProcessEnv): Installation {
  const { env, problems } = inspectEnv(environment);
  const { "mail-to": to, settings: settingsFile, mail: tells, failed = null } = readOptions(args, OPTIONS, USAGE);
  // A timer sends no test mail.
  const mailTo = to ?? (tells ? null : env.mail.from.address);
  return { env, environment, problems, mailTo, settingsFile, httpPort: 80, tells, failedUnit: failed };
}

export async function findingsOf([name, run, remedy, seconds = TIME_LIMIT]: Subject, given: Installation) {
  const end = new AbortController();
  const late = pause(seconds * 1000, [wrong(name, `no answer within ${seconds} s`, remedy)], { signal: end.signal });
  const failed = (error: unknown): Finding[] => [wrong(name, reasonOf(error), remedy)];
  return Promise.race([run(given), late])
    .catch(failed)
    .finally(() => end.abort());
}

/** `fetch` wraps the reason, and a host with two addresses has one for each. */
function reasonOf(error: unknown): string {
  const { cause, errors, message, code } = error as AggregateError & { code?: string };
  const inner = errors?.[0] ?? cause;
  return inner instanceof Error ? reasonOf(inner) : message || String(code);
}
