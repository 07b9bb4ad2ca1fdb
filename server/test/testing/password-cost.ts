import { afterAll } from "vitest";
import { COST } from "../../src/accounts/passwords/password.ts";

const PRODUCT_COST = { ...COST };

/** The tests hash and check thousands of passwords. */
const LEAST_COST = { memoryCost: 8, timeCost: 1 };

Object.assign(COST, LEAST_COST);

/** Call it at the top of a test file that measures what the product's hashes take. */
export function useProductCost(): void {
  Object.assign(COST, PRODUCT_COST);
  afterAll(() => Object.assign(COST, LEAST_COST));
}
