import type Stripe from "stripe";

interface FaultBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
}

/** An answer in Stripe's own error shape: `{ error: { type, code, message, param } }`. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: FaultBody;

  constructor(status: number, body: FaultBody) {
    super(body.message);
    this.status = status;
    this.body =
      body.code === undefined
        ? body
        : { ...body, doc_url: `https://docs.stripe.com/error-codes/${body.code.replaceAll("_", "-")}` };
  }
}

/** 400: what was asked cannot be done. */
export function invalidRequest(message: string, more: { param?: string; code?: string } = {}): StripeFailure {
  return new StripeFailure(400, { type: "invalid_request_error", message, ...more });
}

/** 404 as Stripe says it: `No such customer: 'cus_x'`. */
export function resourceMissing(what: string, id: string, param = "id"): StripeFailure {
  return new StripeFailure(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
}

export function parameterMissing(param: string): StripeFailure {
  return invalidRequest(`Missing required param: ${param}.`, { param, code: "parameter_missing" });
}

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

/** 402: the card's bank said no. */
export function cardError(decline: Decline, intent?: Stripe.PaymentIntent): StripeFailure {
  return new StripeFailure(402, {
    type: "card_error",
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    ...(intent === undefined ? {} : { payment_intent: intent }),
  });
}
