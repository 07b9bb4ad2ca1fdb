// The types that `npm run schema -w stripe-sandbox` writes into stripe-schema.json.gz.
import type Stripe from "stripe";

/** Objects that the sandbox stores, by the kind of `src/state/kinds.ts`. */
export interface Objects {
  account_transaction: Stripe.BalanceTransaction;
  balance_transaction: Stripe.CustomerBalanceTransaction;
  charge: Stripe.Charge;
  checkout_session: Stripe.Checkout.Session;
  coupon: Stripe.Coupon;
  credit_note: Stripe.CreditNote;
  customer: Stripe.Customer;
  deleted_customer: Stripe.DeletedCustomer;
  discount: Stripe.Discount;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  portal_configuration: Stripe.BillingPortal.Configuration;
  portal_session: Stripe.BillingPortal.Session;
  price: Stripe.Price;
  product: Stripe.Product;
  promotion_code: Stripe.PromotionCode;
  refund: Stripe.Refund;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  tax_rate: Stripe.TaxRate;
  webhook_endpoint: Stripe.WebhookEndpoint;
}

/** Parameters by call. An id in the path is `:id`. */
export interface Calls {
  "GET /v1/account": Stripe.AccountRetrieveCurrentParams;
  "GET /v1/balance": Stripe.BalanceRetrieveParams;
  "GET /v1/balance_transactions": Stripe.BalanceTransactionListParams;
  "POST /v1/billing_portal/configurations": Stripe.BillingPortal.ConfigurationCreateParams;
  "GET /v1/billing_portal/configurations": Stripe.BillingPortal.ConfigurationListParams;
  "POST /v1/billing_portal/sessions": Stripe.BillingPortal.SessionCreateParams;
  "GET /v1/charges": Stripe.ChargeListParams;
  "GET /v1/charges/:id": Stripe.ChargeRetrieveParams;
  "GET /v1/checkout/sessions": Stripe.Checkout.SessionListParams;
  "GET /v1/checkout/sessions/:id": Stripe.Checkout.SessionRetrieveParams;
  "POST /v1/checkout/sessions": Stripe.Checkout.SessionCreateParams;
  "POST /v1/checkout/sessions/:id/expire": Stripe.Checkout.SessionExpireParams;
  "POST /v1/coupons": Stripe.CouponCreateParams;
  "POST /v1/credit_notes": Stripe.CreditNoteCreateParams;
  "GET /v1/credit_notes": Stripe.CreditNoteListParams;
  "GET /v1/customers": Stripe.CustomerListParams;
  "GET /v1/customers/:id": Stripe.CustomerRetrieveParams;
  "POST /v1/customers": Stripe.CustomerCreateParams;
  "POST /v1/customers/:id": Stripe.CustomerUpdateParams;
  "DELETE /v1/customers/:id": Stripe.CustomerDeleteParams;
  "POST /v1/customers/:id/balance_transactions": Stripe.CustomerCreateBalanceTransactionParams;
  "GET /v1/customers/:id/balance_transactions": Stripe.CustomerListBalanceTransactionsParams;
  "GET /v1/customers/:id/payment_methods": Stripe.CustomerListPaymentMethodsParams;
  "GET /v1/disputes": Stripe.DisputeListParams;
  "GET /v1/events": Stripe.EventListParams;
  "GET /v1/invoice_payments": Stripe.InvoicePaymentListParams;
  "GET /v1/invoices": Stripe.InvoiceListParams;
  "GET /v1/invoices/:id": Stripe.InvoiceRetrieveParams;
  "POST /v1/invoices/:id/finalize": Stripe.InvoiceFinalizeInvoiceParams;
  "POST /v1/invoices/:id/pay": Stripe.InvoicePayParams;
  "POST /v1/invoices/:id/void": Stripe.InvoiceVoidInvoiceParams;
  "POST /v1/invoices/create_preview": Stripe.InvoiceCreatePreviewParams;
  "GET /v1/payment_methods/:id": Stripe.PaymentMethodRetrieveParams;
  "POST /v1/payment_methods/:id/attach": Stripe.PaymentMethodAttachParams;
  "GET /v1/prices": Stripe.PriceListParams;
  "POST /v1/prices": Stripe.PriceCreateParams;
  "GET /v1/prices/:id": Stripe.PriceRetrieveParams;
  "POST /v1/prices/:id": Stripe.PriceUpdateParams;
  "GET /v1/products": Stripe.ProductListParams;
  "POST /v1/products": Stripe.ProductCreateParams;
  "GET /v1/products/:id": Stripe.ProductRetrieveParams;
  "POST /v1/products/:id": Stripe.ProductUpdateParams;
  "GET /v1/promotion_codes": Stripe.PromotionCodeListParams;
  "GET /v1/promotion_codes/:id": Stripe.PromotionCodeRetrieveParams;
  "POST /v1/promotion_codes": Stripe.PromotionCodeCreateParams;
  "POST /v1/promotion_codes/:id": Stripe.PromotionCodeUpdateParams;
  "GET /v1/refunds": Stripe.RefundListParams;
  "POST /v1/refunds": Stripe.RefundCreateParams;
  "POST /v1/subscription_schedules": Stripe.SubscriptionScheduleCreateParams;
  "GET /v1/subscription_schedules/:id": Stripe.SubscriptionScheduleRetrieveParams;
  "POST /v1/subscription_schedules/:id": Stripe.SubscriptionScheduleUpdateParams;
  "POST /v1/subscription_schedules/:id/release": Stripe.SubscriptionScheduleReleaseParams;
  "GET /v1/subscriptions": Stripe.SubscriptionListParams;
  "GET /v1/subscriptions/:id": Stripe.SubscriptionRetrieveParams;
  "POST /v1/subscriptions": Stripe.SubscriptionCreateParams;
  "POST /v1/subscriptions/:id": Stripe.SubscriptionUpdateParams;
  "DELETE /v1/subscriptions/:id": Stripe.SubscriptionCancelParams;
  "GET /v1/tax_rates": Stripe.TaxRateListParams;
  "POST /v1/tax_rates": Stripe.TaxRateCreateParams;
  "GET /v1/webhook_endpoints": Stripe.WebhookEndpointListParams;
  "POST /v1/webhook_endpoints": Stripe.WebhookEndpointCreateParams;
  "POST /v1/webhook_endpoints/:id": Stripe.WebhookEndpointUpdateParams;
}
