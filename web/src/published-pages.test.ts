import { expect, test } from "vitest";
import { DEVELOPMENT_VALUES, fillPlaceholders } from "@manabiya/contract/rules/page-placeholders.ts";
import { priceTexts } from "@manabiya/contract/rules/prices.ts";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";
import { renderLanding } from "./published-pages.tsx";

const pages = [
  ["engineers", renderLanding("a", LANDINGS.a.defaults, { stylesheet: "/landing.css" })],
  ["freelancers", renderLanding("b", LANDINGS.b.defaults, { stylesheet: "/landing.css" })],
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

const SHOWCASE = {
  count: 312,
  videos: ["a", "b", "c"].map((name) => ({ title: `<b>${name}`, picture: `/media/thumbnails/${name}-320.webp` })),
};

test("a page with everything that an operator may write contains no markup of theirs, and no script", () => {
  const hostile = `</style></title><script>alert(1)</script><img src=x onerror=alert(1)>"'--></script>`;
  const { defaults } = LANDINGS.a;
  const filled = JSON.parse(JSON.stringify(defaults), (key, value: unknown) =>
    typeof value === "string" && key !== "name" ? hostile : value,
  ) as typeof defaults;
  const content = { ...filled, teacher: { ...filled.teacher, name: hostile, works: [{ title: hostile, href: "/a" }] } };
  const html = renderLanding("a", content, { stylesheet: "/landing.css", showcase: SHOWCASE });
  expect(html).not.toMatch(/<script|<style|<img src=x|<b>|onerror="/i);
  const untouched = renderLanding(
    "a",
    { ...defaults, teacher: { ...defaults.teacher, name: "先生", works: content.teacher.works } },
    { stylesheet: "/landing.css", showcase: SHOWCASE },
  );
  const tags = (page: string) =>
    [...new Set([...page.matchAll(/<(\w+)/g)].map(([, tag]) => tag ?? ""))].toSorted((a, b) => a.localeCompare(b));
  expect(tags(html)).toEqual(tags(untouched));
});

test("sections follow the operator's order, and every second one stands on the surface's colour", () => {
  const { defaults } = LANDINGS.b;
  const sections = [
    { name: "faq" as const, shown: true },
    { name: "story" as const, shown: false },
    { name: "pricing" as const, shown: true },
  ];
  const html = renderLanding("b", { ...defaults, sections }, { stylesheet: "/landing.css", showcase: SHOWCASE });
  const found = [...html.matchAll(/<section id="(\w+)"[^>]*class="([^"]*)"/g)];
  expect(found.map(([, id]) => id)).toEqual([
    "about",
    "faq",
    "contents",
    "videos",
    "achievements",
    "pricing",
    "closing",
  ]);
  expect(found.map(([, , names]) => names?.includes("bg-surface"))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    true,
  ]);
});

test("real videos are shown from three on, with their number and the size of their pictures", () => {
  const { defaults } = LANDINGS.a;
  const options = { stylesheet: "/landing.css" };
  const html = renderLanding("a", defaults, { ...options, showcase: SHOWCASE });
  expect(html.replaceAll(/<[^>]+>/g, "")).toContain("312本の動画が、待っています。");
  expect(html.match(/<img src="\/media[^>]*>/g)).toEqual(
    SHOWCASE.videos.map(({ picture }) =>
      expect.stringMatching(new RegExp(`src="${picture}" alt="" width="320" height="180" loading="lazy"`)),
    ),
  );
  const few = renderLanding("a", defaults, { ...options, showcase: { ...SHOWCASE, videos: SHOWCASE.videos.slice(1) } });
  expect(few).not.toContain('id="videos"');
});
