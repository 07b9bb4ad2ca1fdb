interface Declaration {
  /**
   * Unverified addresses have one limit per group (`mailToUnverified`), so that notices and billing cannot use up an
   * owner's links. Verified addresses have one per kind (`mailToOwner`).
   */
  group: "link" | "notice" | "billing" | "owner";
  /** The mail goes to an address that was verified until the change it tells of. */
  isToFormerOwner?: true;
}

/** Every kind of mail. The outbox takes no other, and limits each. */
export const MAIL_KINDS = {
  "verify-email": { group: "link" },
  "password-reset": { group: "link" },
  "password-changed": { group: "notice" },
  "email-changed": { group: "notice", isToFormerOwner: true },
  "new-device": { group: "notice" },
  "second-factor": { group: "notice" },
  "recovery-code-used": { group: "notice" },
  "wrong-codes": { group: "notice" },
  "login-method": { group: "notice" },
  "staff-invitation": { group: "link" },
  "mailing-test": { group: "notice" },
  thanks: { group: "billing" },
  payment: { group: "billing" },
  plan_changed: { group: "billing" },
  cancelled: { group: "billing" },
  renewal: { group: "billing" },
  price_change: { group: "billing" },
  card_expiring: { group: "billing" },
  payment_action: { group: "billing" },
  payment_final: { group: "billing" },
  payment_failed: { group: "billing" },
  bill: { group: "billing" },
  ended: { group: "billing" },
  refunded: { group: "billing" },
  answer: { group: "notice" },
  gift: { group: "billing" },
  receipts: { group: "billing" },
  "owner-alert": { group: "owner" },
  "owner-digest": { group: "owner" },
} as const satisfies Record<string, Declaration>;

export type MailKind = keyof typeof MAIL_KINDS;

export const mailKind = (kind: MailKind): Declaration => MAIL_KINDS[kind];
