import { deriveKey } from "../../crypto/keys.ts";
import { createSeal, type Seal } from "../../crypto/seal.ts";

/** The record that holds a mail's text. */
export type TextSource = { mailing: number } | { notice: number };

/** Milliseconds that a preview's address works. */
const LIFETIME = 15 * 60 * 1000;
const PURPOSE = "mail-preview";

/** The caller's session, with which the address ends. */
type Preview = TextSource & { session: string };

/** Addresses that show a mail in a tab, which sends no token: the address itself is the right to see it. */
export class MailPreviews {
  readonly #seal: Seal;

  constructor(secret: string) {
    this.#seal = createSeal(deriveKey(secret, PURPOSE));
  }

  address(source: Preview, now: number): string {
    return `/mail-preview?token=${this.#seal.close(JSON.stringify({ ...source, until: now + LIFETIME }), PURPOSE)}`;
  }

  open(token: string, now: number): Preview | null {
    const opened = this.#seal.open(token, PURPOSE);
    if (opened === null) return null;
    const { until, ...source } = JSON.parse(opened) as Preview & { until: number };
    return now < until ? source : null;
  }
}
