import type Stripe from "stripe";
import { expect, test } from "vitest";
import { disputeReason, disputeState, holdsMoney } from "./dispute-texts.ts";

/** The compiler asks for every status that the provider has. */
const STATUSES: Record<Stripe.Dispute.Status, [holds: boolean, state: "open" | "won" | "lost"]> = {
  lost: [true, "lost"],
  needs_response: [true, "open"],
  under_review: [true, "open"],
  appeal_needs_response: [true, "open"],
  appeal_under_review: [true, "open"],
  warning_needs_response: [false, "open"],
  warning_under_review: [false, "open"],
  warning_closed: [false, "won"],
  prevented: [false, "won"],
  won: [false, "won"],
};

test.each(Object.entries(STATUSES))("a dispute that is %s holds the money: %j", (status, [holds, state]) => {
  expect(holdsMoney(status)).toBe(holds);
  expect(disputeState(status)).toBe(state);
});

test("an unknown reason is shown unchanged", () => {
  expect(disputeReason("fraudulent")).toBe("不正利用");
  expect(disputeReason("of_next_year")).toBe("of_next_year");
});
