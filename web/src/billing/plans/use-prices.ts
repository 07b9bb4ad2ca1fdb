import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";

/** The plans' prices with tax and without. */
export const usePrices = () => useQuery(query(contract.subscription.prices));
