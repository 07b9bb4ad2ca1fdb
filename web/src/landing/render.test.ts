import { expect, test } from "vitest";
import { DEVELOPMENT_VALUES, fillPlaceholders } from "@manabiya/contract/rules/page-placeholders.ts";
import { fillOpenLessons } from "@manabiya/contract/catalogue/open-lesson-marks.ts";
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

test.each(pages)("the page for %s shows the prices with tax", (_audience, html) => {
  for (const price of ["1,650円", "16,500円", "月あたり1,375円から", "2か月分お得"]) expect(html).toContain(price);
});

test.each(pages)("nothing is left to fill in on the page for %s once every value is known", (_audience, html) => {
  expect(fillPlaceholders(html, DEVELOPMENT_VALUES)).not.toMatch(/__[A-Z_]+__/);
});

test.each(pages)("open lessons are a part of the page for %s, which is left out without one", (_audience, html) => {
  const lesson = { id: 7, title: `<b onclick="x">授業`, title_breaks: [2], length: "4:23" };
  const shown = fillOpenLessons(html, [
    { ...lesson, small: "/media/thumbnails/a-320.webp", large: "/media/thumbnails/a-640.webp" },
    { ...lesson, id: 8, small: `" onerror="x`, large: "/og.png" },
  ]);
  expect(shown.match(/href="\/open\/\d+"/g)).toEqual(['href="/open/7"', 'href="/open/8"']);
  expect(shown).toContain("&lt;b<wbr> onclick=&quot;x&quot;&gt;授業");
  const without = fillOpenLessons(html, []);
  expect(without).not.toContain("open-lessons");
  for (const filled of [shown, without]) {
    expect(filled).not.toMatch(/\[\[|:lessons?\]\]/);
    expect(filled).not.toMatch(/<b |<script|\son[a-z]+="/);
  }
});

test("a site name cannot become markup", () => {
  const html = fillPlaceholders('<a title="__SITE_NAME__">__SITE_NAME__</a>', {
    ...DEVELOPMENT_VALUES,
    SITE_NAME: `"><b>'&`,
  });
  expect(html).toBe('<a title="&quot;&gt;&lt;b&gt;&#39;&amp;">&quot;&gt;&lt;b&gt;&#39;&amp;</a>');
});
