import type { AccountsContext } from "../accounts/context.ts";
import type { BillingContext } from "../billing/context.ts";

export interface PersonalDataContext extends AccountsContext, BillingContext {}
