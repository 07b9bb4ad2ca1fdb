import { deriveKey } from "../../crypto/keys.ts";
import { createSeal } from "../../crypto/seal.ts";
import type { SiteSettings } from "../../config/config.ts";

const PURPOSE = "unsubscribe";

/** Links that refuse advertising mails without a login. They are valid for good and allow nothing else. */
export interface UnsubscribeLinks {
  /** An address that reveals neither the member nor the mail. */
  link(userId: number): string;
  /** @returns the user id; null for a token that was not made here */
  open(token: string): number | null;
}

export function createUnsubscribeLinks(site: SiteSettings, secret: string): UnsubscribeLinks {
  const seal = createSeal(deriveKey(secret, PURPOSE));
  return {
    // A fixed length: the number of digits would tell how old the account is.
    link: (userId) => `${site.publicUrl}/unsubscribe?token=${seal.close(String(userId).padStart(10, "0"), PURPOSE)}`,
    open: (token) => {
      const opened = seal.open(token, PURPOSE);
      return opened === null ? null : Number(opened);
    },
  };
}
