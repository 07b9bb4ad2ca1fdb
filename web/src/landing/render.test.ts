import { expect, test } from "vitest";
import { DEVELOPMENT_VALUES, fillPlaceholders } from "@manabiya/contract/rules/page-placeholders.ts";
import { priceTexts } from "@manabiya/contract/rules/prices.ts";
import { renderLanding } from "./render.tsx";

const pages = [
  ["engineers", renderLanding("a", { stylesheet: "/landing.css" })],
  ["freelancers", renderLanding("b", { stylesheet: "/landing.css" })],
] as const;

test.each(pages)("the page for %s needs no exception in the content security policy", (_audience, html) => {
  expect(html).not.toMatch(/<script|<style|\sstyle="|\son[a-z]+="|javascript:|data:/i);
});

test.each(pages)("the page for %s has no id twice and no reference to an id that is missing", (_audience, html) => {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
  const references = [...html.matchAll(/aria-labelledby="([^"]+)"|url\(#([^)]+)\)|href="#([^"]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? match[3],
  );
  expect(ids).toHaveLength(new Set(ids).size);
  expect(references.filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(pages)("the page for %s shows the prices with tax that hold, and no other", (_audience, html) => {
  const standard = fillPlaceholders(html, DEVELOPMENT_VALUES);
  for (const price of ["1,650円", "16,500円", "月あたり1,375円から", "2か月分お得"]) expect(standard).toContain(price);
  const page = fillPlaceholders(html, { ...DEVELOPMENT_VALUES, ...priceTexts({ monthly: 1980, yearly: 18_000 }) });
  const prices = ["2,178円", "19,800円", "月あたり1,650円から", "2.9か月分お得", "6,336円安く"];
  for (const price of prices) expect(page).toContain(price);
  const texts = page.replaceAll(/<[^>]*>/g, "");
  expect(new Set([...texts.matchAll(/[\d,]{4,}円/g)].map(([price]) => price))).toEqual(
    new Set(["2,178円", "19,800円", "1,650円", "6,336円"]),
  );
});

test.each(pages)("nothing is left to fill in on the page for %s once every value is known", (_audience, html) => {
  expect(fillPlaceholders(html, DEVELOPMENT_VALUES)).not.toMatch(/__[A-Z_]+__/);
});

test("a site name cannot become markup", () => {
  const html = fillPlaceholders('<a title="__SITE_NAME__">__SITE_NAME__</a>', {
    ...DEVELOPMENT_VALUES,
    SITE_NAME: `"><b>'&`,
  });
  expect(html).toBe('<a title="&quot;&gt;&lt;b&gt;&#39;&amp;">&quot;&gt;&lt;b&gt;&#39;&amp;</a>');
});
