import { contract } from "@manabiya/contract";
import { Email } from "@manabiya/contract/text.ts";
import type { MailingsContext } from "../context.ts";
import { hashToken } from "../../crypto/token.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { markAddressesUndeliverable } from "../../mail/undeliverable.ts";
import { readReport } from "./read-report.ts";

/** Bytes; a thousand bounces at once. */
const BODY_LIMIT = 512 * 1024;

/** Milliseconds for SNS to answer. */
const CONFIRM_TIMEOUT = 5_000;

/** Providers cannot sign in, so a secret in the address proves who calls. Without a secret nobody may. */
export function mailReportRoutes({ app, db, now, reportsSecret }: MailingsContext): void {
  // Hashes, so that the time of the comparison says nothing.
  const isKnown = (given: string) => reportsSecret !== null && hashToken(given) === hashToken(reportsSecret);

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // SNS sends JSON as text/plain.
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    scope.route({
      ...contract.mailReports.receive,
      bodyLimit: BODY_LIMIT,
      // Before the body is read.
      onRequest: async ({ params }) => {
        if (!isKnown((params as { secret: string }).secret)) throw notFound("ページ");
      },
      handler: async ({ body }) => {
        const read = readReport(typeof body === "string" ? body : "");
        if (read === null) throw new AppError(400, "bad_request", "報告の形式が正しくありません。");
        if (!Array.isArray(read)) {
          // A redirect could lead elsewhere.
          await fetch(read.confirmAt, { redirect: "error", signal: AbortSignal.timeout(CONFIRM_TIMEOUT) });
          return { marked: 0 };
        }
        const known = read.flatMap(({ address, code }) => {
          const { success, data } = Email.safeParse(address);
          return success ? { address: data, code } : [];
        });
        const values = [
          known.map((each) => each.address),
          new Date(now()).toISOString(),
          known.map(({ code }) => code),
        ];
        return { marked: (await markAddressesUndeliverable(db, values)).length };
      },
    });
  });
}
