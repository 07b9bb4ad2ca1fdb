import type Stripe from "stripe";
import type { Decline } from "../errors.ts";

/** How the issuing bank answers for each of Stripe's test cards. */
export type CardBehaviour =
  | "succeeds"
  /** Refused when it is saved and when it is charged. */
  | "declined"
  | "insufficient_funds"
  /** Can be saved; every charge fails. */
  | "fails_after_attach"
  /** 3-D Secure once; later off-session charges succeed. */
  | "authenticate_once"
  /** 3-D Secure for every charge, so every renewal waits for the cardholder. */
  | "authenticate_always"
  /** Every charge succeeds and is disputed as fraudulent. */
  | "disputed";

interface TestCard {
  number: string;
  behaviour: CardBehaviour;
  brand: "visa" | "mastercard" | "jcb";
  /** In API calls this id creates a new card of this kind. */
  testId: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", behaviour: "succeeds", brand: "visa", testId: "pm_card_visa" },
  { number: "5555555555554444", behaviour: "succeeds", brand: "mastercard", testId: "pm_card_mastercard" },
  { number: "3566002020360505", behaviour: "succeeds", brand: "jcb", testId: "pm_card_jcb" },
  { number: "4000000000000002", behaviour: "declined", brand: "visa", testId: "pm_card_chargeDeclined" },
  {
    number: "4000000000009995",
    behaviour: "insufficient_funds",
    brand: "visa",
    testId: "pm_card_chargeDeclinedInsufficientFunds",
  },
  { number: "4000000000000341", behaviour: "fails_after_attach", brand: "visa", testId: "pm_card_chargeCustomerFail" },
  {
    number: "4000002500003155",
    behaviour: "authenticate_once",
    brand: "visa",
    testId: "pm_card_authenticationRequiredOnSetup",
  },
  {
    number: "4000000000003184",
    behaviour: "authenticate_always",
    brand: "visa",
    testId: "pm_card_authenticationRequired",
  },
  { number: "4000000000000259", behaviour: "disputed", brand: "visa", testId: "pm_card_createDispute" },
];

/** Whether the cardholder takes part in a charge. */
export type Presence =
  /** Renewals, retries and API calls. */
  | "off_session"
  /** On one of the sandbox's pages. */
  | "on_session"
  /** Just passed 3-D Secure. */
  | "authenticated"
  /** Just failed 3-D Secure. */
  | "authentication_failed";

interface CardAtBank {
  behaviour: CardBehaviour;
  /** Whether 3-D Secure was passed with this card. */
  isAuthenticated: boolean;
  isExpired: boolean;
}

export type Authorization = { kind: "approved" } | { kind: "declined"; decline: Decline } | { kind: "challenge" };

const DECLINED: Decline = { code: "card_declined", declineCode: "generic_decline", message: "Your card was declined." };
const INSUFFICIENT: Decline = {
  code: "card_declined",
  declineCode: "insufficient_funds",
  message: "Your card has insufficient funds.",
};
const EXPIRED: Decline = { code: "expired_card", declineCode: "expired_card", message: "Your card has expired." };
const NOT_AUTHENTICATED: Decline = {
  code: "payment_intent_authentication_failure",
  declineCode: "authentication_failure",
  message:
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
};

/** A card is valid to the end of its month. @param at seconds */
export function isExpired({ card }: Pick<Stripe.PaymentMethod, "card">, at: number): boolean {
  return card !== undefined && Date.UTC(card.exp_year, card.exp_month, 1) / 1000 <= at;
}

export function authorize(
  { behaviour, isAuthenticated, isExpired: expired }: CardAtBank,
  presence: Presence,
): Authorization {
  if (expired) return { kind: "declined", decline: EXPIRED };
  switch (behaviour) {
    case "succeeds":
    case "disputed":
      return { kind: "approved" };
    case "declined":
    case "fails_after_attach":
      return { kind: "declined", decline: DECLINED };
    case "insufficient_funds":
      return { kind: "declined", decline: INSUFFICIENT };
    case "authenticate_once":
      return isAuthenticated ? { kind: "approved" } : authorizeWithChallenge(presence);
    case "authenticate_always":
      return authorizeWithChallenge(presence);
  }
}

function authorizeWithChallenge(presence: Presence): Authorization {
  if (presence === "authenticated") return { kind: "approved" };
  if (presence === "authentication_failed") return { kind: "declined", decline: NOT_AUTHENTICATED };
  return { kind: "challenge" };
}

/** @returns the decline when the card cannot be saved */
export function refusesAttach(behaviour: CardBehaviour): Decline | null {
  if (behaviour === "declined") return DECLINED;
  return behaviour === "insufficient_funds" ? INSUFFICIENT : null;
}
