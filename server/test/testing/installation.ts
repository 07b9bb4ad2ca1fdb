import { lineOf } from "../../src/billing/check/finding.ts";
import { findingsOf, readInstallation } from "../../src/bin/manage/check/check.ts";
import type { Check, Installation } from "../../src/bin/manage/check/installation.ts";

/** The lines of one check. @param given in place of what the settings say */
export async function linesOf(
  check: Check,
  environment: Record<string, string>,
  given: Partial<Installation> = {},
): Promise<string[]> {
  const installation = { ...readInstallation([], environment), ...given };
  return (await findingsOf(["the subject", check, "the remedy"], installation)).map(lineOf);
}

/** Lines that the operator has to act upon. */
export const wrongOf = (lines: string[]): string[] => lines.filter((line) => line.startsWith("wrong"));
