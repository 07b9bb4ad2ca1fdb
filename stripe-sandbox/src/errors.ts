import type Stripe from "stripe";

interface StripeErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
}

/** An error that the API answers in Stripe's shape: `{ error: { type, code, message, param } }`. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body =
      body.code === undefined
        ? body
        : { ...body, doc_url: `https://docs.stripe.com/error-codes/${body.code.replaceAll("_", "-")}` };
  }
}

/** 400 */
export function invalidRequest(message: string, more: { param?: string; code?: string } = {}): StripeApiError {
  return new StripeApiError(400, { type: "invalid_request_error", message, ...more });
}

/** 404 `No such customer: 'cus_x'` */
export function resourceMissing(object: string, id: string, param = "id"): StripeApiError {
  return new StripeApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${object}: '${id}'`,
    param,
  });
}

export function parameterMissing(param: string): StripeApiError {
  return invalidRequest(`Missing required param: ${param}.`, { param, code: "parameter_missing" });
}

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

/** 402: the card was declined. */
export function cardError(decline: Decline, intent?: Stripe.PaymentIntent): StripeApiError {
  return new StripeApiError(402, {
    type: "card_error",
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    ...(intent === undefined ? {} : { payment_intent: intent }),
  });
}
