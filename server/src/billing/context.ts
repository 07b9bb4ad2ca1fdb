import type { RouteContext } from "../http/route-context.ts";
import type { Billing } from "./provider/provider.ts";

export interface BillingContext extends RouteContext {
  billing: Billing;
  webhookSecret: string;
}
