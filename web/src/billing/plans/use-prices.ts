import { contract } from "@manabiya/contract";
import { useRead } from "../../api/calls.ts";

/** The plans' prices with tax and without. */
export const usePrices = () => useRead(contract.subscription.prices);
