import { demoPassword } from "@manabiya/demo/content/accounts.ts";
import type { FastifyBaseLogger } from "fastify";
import type { SiteSettings } from "../config/config.ts";

const DEMO_ACCOUNTS = [
  ["member", "monthly plan"],
  ["yearly", "yearly plan"],
  ["trial", "free week, day 3"],
  ["expired", "free week, over"],
  ["inactive", "signed up, no plan"],
  ["canceled", "plan ended"],
  ["staff", "staff"],
  ["superuser", "superuser"],
] as const;

/** The demo prints its address and accounts for a person; a service logs a line, because a program reads its output. */
export function printStartupBanner(
  site: SiteSettings,
  options: { demo: boolean; hasSandboxPages: boolean; port: number; logger: Pick<FastifyBaseLogger, "info"> },
): void {
  if (!options.demo) {
    options.logger.info({ url: site.publicUrl, port: options.port }, "serving");
    return;
  }
  console.log(`\n  ${site.name}  ${site.publicUrl}\n`);
  console.log(`  Demo accounts, password ${demoPassword}:`);
  for (const [name, description] of DEMO_ACCOUNTS)
    console.log(`    ${`${name}@example.com`.padEnd(24)} ${description}`);
  if (options.hasSandboxPages) console.log(`\n  Mails, payments and the clock: ${site.publicUrl}/sandbox/`);
  console.log("");
}
