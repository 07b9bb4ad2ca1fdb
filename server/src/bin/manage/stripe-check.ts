import { checkAccount } from "../../billing/check/check-account.ts";
import { type Finding, type LinkedAccount, lineOf } from "../../billing/check/finding.ts";
import { linkedAccount } from "../../billing/provider/account.ts";
import { openProvider } from "../../billing/provider/provider.ts";
import { readStorageEnv } from "../../config/config.ts";
import { readNewest } from "../../site/queries.ts";
import { connect } from "../../db/connect.ts";
import { openDatabase } from "../../db/open.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import type { Command } from "../../config/command.ts";

/** Undefined table and column. */
const OLDER_SCHEMA = ["42P01", "42703"];

/**
 * Compares the Stripe account with what the product needs, one line for each. It changes neither the account nor the
 * database, and needs no setting that the account has yet to provide. @throws OperatorError when something is wrong
 */
export const stripeCheck: Command = async (_args, environment) => {
  const findings = await stripeFindings(environment);
  for (const finding of findings) console.log(lineOf(finding));
  const count = findings.filter(({ result }) => result === "wrong").length;
  if (count > 0) throw new OperatorError(`${count} of ${findings.length} lines say what is wrong.`);
  console.log("Nothing is wrong. Stripe does not tell the rest: go through the lines that begin with look yourself.");
};

/** @throws OperatorError for missing settings */
export async function stripeFindings(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const secretKey = environment["STRIPE_SECRET_KEY"];
  const publicUrl = environment["PUBLIC_URL"]?.replace(/\/$/, "");
  if (!secretKey || !publicUrl || !URL.canParse(publicUrl)) {
    throw new OperatorError("Set STRIPE_SECRET_KEY and PUBLIC_URL: the address at which Stripe reaches the site.");
  }
  return checkAccount({
    stripe: openProvider({ secretKey, apiUrl: environment["STRIPE_API_URL"] || null }),
    secretKey,
    publicUrl,
    invoiceNumber: environment["SITE_INVOICE_NUMBER"] ?? "",
    linkedAccount: () => readLinkedAccount(environment),
    now: Date.now,
  });
}

/** It neither migrates nor creates a database. */
async function readLinkedAccount(environment: NodeJS.ProcessEnv): Promise<LinkedAccount> {
  const storage = readStorageEnv(environment);
  if (storage.databaseUrl === null) return { unknown: "the database was not asked, because DATABASE_URL is not set" };
  try {
    const { config } = await connect(storage, console.error);
    const db = openDatabase(config, (error) => console.error(error.message));
    try {
      const [settings] = await readNewest(db, []);
      return { account: await linkedAccount(db), takesInvoiceOrders: settings?.settings.invoice_orders === "on" };
    } finally {
      await db.close();
    }
  } catch (error) {
    if (error instanceof OperatorError) return { unreachable: error.message };
    if (OLDER_SCHEMA.includes((error as { code?: string }).code ?? "")) {
      return { unknown: "the database has no schema of this release yet" };
    }
    throw error;
  }
}
