import type { Decline } from "../errors.ts";

/** What the card's bank does: Stripe's test cards. */
export type CardBehaviour =
  | "succeeds"
  /** Refused when it is saved and when it is charged. */
  | "declined"
  | "insufficient_funds"
  /** Can be saved, every charge fails. */
  | "fails_after_attach"
  /** 3-D Secure once; later charges without the visitor succeed. */
  | "authenticate_once"
  /** 3-D Secure for every charge, so that renewals always wait for the visitor. */
  | "authenticate_always";

export interface TestCard {
  number: string;
  behaviour: CardBehaviour;
  brand: "visa" | "mastercard" | "jcb";
  /** The id that stands for a fresh card of this kind in API calls. */
  magicId: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", behaviour: "succeeds", brand: "visa", magicId: "pm_card_visa" },
  { number: "5555555555554444", behaviour: "succeeds", brand: "mastercard", magicId: "pm_card_mastercard" },
  { number: "3566002020360505", behaviour: "succeeds", brand: "jcb", magicId: "pm_card_jcb" },
  { number: "4000000000000002", behaviour: "declined", brand: "visa", magicId: "pm_card_chargeDeclined" },
  {
    number: "4000000000009995",
    behaviour: "insufficient_funds",
    brand: "visa",
    magicId: "pm_card_chargeDeclinedInsufficientFunds",
  },
  {
    number: "4000000000000341",
    behaviour: "fails_after_attach",
    brand: "visa",
    magicId: "pm_card_chargeCustomerFail",
  },
  {
    number: "4000002500003155",
    behaviour: "authenticate_once",
    brand: "visa",
    magicId: "pm_card_authenticationRequiredOnSetup",
  },
  {
    number: "4000000000003184",
    behaviour: "authenticate_always",
    brand: "visa",
    magicId: "pm_card_authenticationRequired",
  },
];

/** Who is at hand when a card is charged. */
export type Presence =
  /** Nobody: renewals, retries, and API calls. */
  | "off_session"
  /** The visitor, on one of our pages. */
  | "on_session"
  /** The visitor has just passed 3-D Secure. */
  | "authenticated"
  /** The visitor has just failed 3-D Secure. */
  | "authentication_failed";

export type Verdict = { kind: "approved" } | { kind: "declined"; decline: Decline } | { kind: "challenge" };

const DECLINED: Decline = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
};
const INSUFFICIENT: Decline = {
  code: "card_declined",
  declineCode: "insufficient_funds",
  message: "Your card has insufficient funds.",
};
const NOT_AUTHENTICATED: Decline = {
  code: "payment_intent_authentication_failure",
  declineCode: "authentication_failure",
  message:
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
};

/** What the bank says to a charge. */
export function judge(behaviour: CardBehaviour, isAuthenticated: boolean, presence: Presence): Verdict {
  switch (behaviour) {
    case "succeeds":
      return { kind: "approved" };
    case "declined":
    case "fails_after_attach":
      return { kind: "declined", decline: DECLINED };
    case "insufficient_funds":
      return { kind: "declined", decline: INSUFFICIENT };
    case "authenticate_once":
      return isAuthenticated ? { kind: "approved" } : judgeChallenge(presence);
    case "authenticate_always":
      return judgeChallenge(presence);
  }
}

function judgeChallenge(presence: Presence): Verdict {
  if (presence === "authenticated") return { kind: "approved" };
  if (presence === "authentication_failed") return { kind: "declined", decline: NOT_AUTHENTICATED };
  return { kind: "challenge" };
}

/** Whether the bank lets the card be saved without a charge. */
export function refusesAttach(behaviour: CardBehaviour): Decline | null {
  if (behaviour === "declined") return DECLINED;
  return behaviour === "insufficient_funds" ? INSUFFICIENT : null;
}
