import { expect, test } from "vitest";
import { priceTexts } from "@manabiya/contract/rules/prices.ts";
import { DEVELOPMENT_VALUES, fillPlaceholders } from "@manabiya/contract/rules/page-placeholders.ts";
import { composeLegal, type LegalPageProps } from "@manabiya/contract/legal/compose.ts";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";
import { renderLanding, renderLegal } from "./published-pages.tsx";

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

test.each(["a", "b"] as const)("open lessons are a part of page %s, which is left out without one", (variant) => {
  const { defaults } = LANDINGS[variant];
  const lesson = { id: 7, title: `<b onclick="x">授業`, length: "4:23", picture: "/media/thumbnails/a-320.webp" };
  const showcase = { ...SHOWCASE, lessons: [lesson, { ...lesson, id: 8, picture: `" onerror="x` }] };
  const shown = renderLanding(variant, defaults, { stylesheet: "/landing.css", showcase });
  expect(shown.match(/href="\/open\/\d+"/g)).toEqual(['href="/open/7"', 'href="/open/8"']);
  expect(shown).toContain("4:23");
  expect(shown).not.toMatch(/<b |<script|\son[a-z]+="/);
  const without = renderLanding(variant, defaults, { stylesheet: "/landing.css", showcase: SHOWCASE });
  expect(without).not.toContain("open-lessons");
});

test("a site name cannot become markup", () => {
  const html = fillPlaceholders('<a title="__SITE_NAME__">__SITE_NAME__</a>', {
    ...DEVELOPMENT_VALUES,
    SITE_NAME: `"><b>'&`,
  });
  expect(html).toBe('<a title="&quot;&gt;&lt;b&gt;&#39;&amp;">&quot;&gt;&lt;b&gt;&#39;&amp;</a>');
});

test("a site name that looks like a placeholder is not filled in", () => {
  const values = {
    ...DEVELOPMENT_VALUES,
    SITE_NAME: "__SITE_TERMS_URL__",
    SITE_TERMS_URL: "https://example.com/terms",
  };
  expect(fillPlaceholders("<b>__SITE_NAME__</b>__SITE_TERMS_URL__", values)).toBe(
    "<b>&#95;&#95;SITE_TERMS_URL&#95;&#95;</b>https://example.com/terms",
  );
});

const HOSTILE = `<script>alert(1)</script><a href="javascript:alert(1)" onclick="x">__SITE_NAME__{サイト名}</style>`;

function legalPage(hostile: string): string {
  const facts = { site_name: hostile, price_monthly: "1,650円", price_yearly: "16,500円" };
  const transmissions = [{ recipient: hostile, information: hostile, purpose: hostile }];
  const names = ["operator", "operator_address", "representative", "collected", "purposes", "third_parties"];
  const texts = [...names, "processors", "security", "desk", "extra"].map((name) => [name, hostile]);
  const text = composeLegal("privacy", { ...Object.fromEntries(texts), transmissions }, facts);
  const version = { revision: 2, effective_on: "2026-12-01", changed_at: "2026-11-01T00:00:00.000Z" };
  const props: LegalPageProps = {
    ...{ path: "/legal/privacy", text, version, state: "in_force", versions: [version, { ...version, revision: 1 }] },
    coming: { ...version, revision: 3, summary: hostile },
  };
  return renderLegal(props, { stylesheet: "/landing.css" });
}

test("nothing that an operator writes into a legal page becomes markup, a style or a script", () => {
  const tags = (html: string) =>
    [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/wbr|span/.test(tag));
  const html = legalPage(HOSTILE);
  expect(tags(html)).toEqual(tags(legalPage("文")));
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("a legal page names its version, its first day, the coming one and those before", () => {
  const html = legalPage("文").replaceAll(/<wbr\/?>|<\/?span[^>]*>/g, "");
  for (const text of ["第2版", "2026年12月1日", 'href="/legal/privacy/3"', 'href="/legal/privacy/1"']) {
    expect(html).toContain(text);
  }
  expect(html).not.toMatch(/<script|<style|\sstyle="/);
});

const SHOWCASE = {
  count: 312,
  videos: ["a", "b", "c"].map((name) => ({
    title: `<b>${name}`,
    length: "1:02",
    picture: `/media/thumbnails/${name}-320.webp`,
  })),
  lessons: [],
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
