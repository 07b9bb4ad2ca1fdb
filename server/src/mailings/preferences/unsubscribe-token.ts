import { deriveKey } from "../../crypto/keys.ts";
import { createSeal } from "../../crypto/seal.ts";
import type { SiteSettings } from "../../config/config.ts";

const PURPOSE = "unsubscribe";

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;

/** Links that refuse advertising mails without a login. They are valid for good and allow nothing else. */
export function createUnsubscribeLinks(site: SiteSettings, secret: string) {
  const seal = createSeal(deriveKey(secret, PURPOSE));
  return {
    /** An address that reveals neither the member nor the mail: the number of digits would tell how old the account is. */
    link: (userId: number) =>
      `${site.publicUrl}/unsubscribe?token=${seal.close(String(userId).padStart(10, "0"), PURPOSE)}`,
    /** @returns the user id; null for a token that was not made here */
    open: (token: string) => {
      const opened = seal.open(token, PURPOSE);
      return opened === null ? null : Number(opened);
    },
  };
}
