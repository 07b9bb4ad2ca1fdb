import type { Store } from "./store.ts";

const SETTING = "default_tax_ids";

/** The account's tax ids that each invoice shows. At Stripe they are chosen in the dashboard only. */
export function defaultTaxIds(store: Store): string[] | null {
  const stored = store.get("setting", SETTING)?.value;
  return stored === undefined ? null : stored.split(",");
}

export function setDefaultTaxIds(store: Store, ids: string[]): void {
  store.put("setting", { id: SETTING, value: ids.join(",") });
}
