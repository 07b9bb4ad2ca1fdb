import { priceList } from "@manabiya/contract/rules/prices.ts";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { PlanCards } from "./plan-cards.tsx";

test.each([
  [{ monthly: 1500, yearly: 15_000 }, "2か月分お得"],
  [{ monthly: 1980, yearly: 18_000 }, "2.9か月分お得"],
  [{ monthly: 999, yearly: 9999, isTaxExempt: true }, "1.9か月分お得"],
  [{ monthly: 1500, yearly: 18_000 }, null],
])("the yearly plan of %j saves as much as on the first page: %s", async (prices, saving) => {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  root.render(<PlanCards prices={priceList(prices)} selected={null} onSelect={() => {}} />);
  await expect.poll(() => host.textContent).toContain("毎年自動で更新されます。");
  expect(/[\d.]+か月分お得/.exec(host.textContent)?.[0] ?? null).toBe(saving);
  root.unmount();
  host.remove();
});
