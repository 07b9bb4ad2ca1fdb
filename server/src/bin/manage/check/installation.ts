import { type Finding, lookYourself, ok, wrong } from "../../../billing/check/finding.ts";
import type { Env } from "../../../config/config.ts";

export interface Installation {
  env: Env;
  environment: NodeJS.ProcessEnv;
  /** Problems of the settings as "NAME: what to set". */
  problems: string[];
  /** Recipient of the test mail; null: none is sent. */
  mailTo: string | null;
  /** The owner gets a mail about what is wrong. */
  tells: boolean;
  /** A unit of systemd that failed; null: everything is looked at. */
  failedUnit: string | null;
  /** The file with the secrets. */
  settingsFile: string;
  /** The port at which browsers ask without TLS. */
  httpPort: number;
}

/** Looks at one part of the installation. An error that it throws becomes a line. */
export type Check = (given: Installation) => Promise<Finding[]>;

/** Milliseconds per connection, so that the reason of a failure is known before the check's own limit. */
export const PATIENCE = 3_000;

/** @param isRight null: a person has to look @param detail the facts, right or wrong */
export function line(isRight: boolean | null, subject: string, detail: string, remedy: string): Finding {
  if (isRight === null) return lookYourself(subject, detail, remedy);
  return isRight ? ok(subject, detail) : wrong(subject, detail, remedy);
}
