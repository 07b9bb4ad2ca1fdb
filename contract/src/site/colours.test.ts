import { wcagContrast } from "culori/fn";
import { expect, test } from "vitest";
import { colourTokens, contrastOf, type SiteColours, TEXT_CONTRAST } from "./colours.ts";

/** Colours of web/src/ui/tokens.css in the light and the dark scheme. */
const GROUNDS = [
  ["#faf8f3", "#ffffff", "#f1ede3"],
  ["#11141a", "#1a1f29", "#262d3a"],
];
const INK = [
  ["#1b1e24", "#5c5f66"],
  ["#ece9e1", "#a9b0bd"],
];
const ON_PRIMARY = ["#ffffff", "#11141a"];
const ON_SIGNAL = "#1b1e24";

const LEVELS = ["00", "22", "44", "66", "88", "aa", "cc", "ee"];
const ALL = LEVELS.flatMap((red) => LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`)));

const tokensOf = (colours: SiteColours) =>
  Object.fromEntries(
    Object.entries(colourTokens(colours)).map(([name, value]) => [
      name.slice("--color-".length),
      value.match(/#[\da-f]{6}/g) ?? [],
    ]),
  );

test("every colour that passes can be read wherever text stands in it or on it, in both schemes", () => {
  const passed = ALL.filter((colour) => contrastOf("primary", colour) >= TEXT_CONTRAST);
  expect(passed.length).toBeGreaterThan(100);
  for (const colour of passed) {
    const tokens = tokensOf({ primary: colour, signal: null });
    expect(Object.keys(tokens)).toEqual(["primary", "primary-hover", "primary-soft"]);
    for (const scheme of [0, 1]) {
      const [primary, hover, soft] = ["primary", "primary-hover", "primary-soft"].map(
        (name) => tokens[name]?.[scheme] ?? "",
      );
      for (const ground of GROUNDS[scheme] ?? []) {
        expect(wcagContrast(primary ?? "", ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        expect(wcagContrast(hover ?? "", ground), `hover of ${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
      expect(wcagContrast(primary ?? "", soft ?? ""), `${colour} on its soft colour`).toBeGreaterThanOrEqual(4.5);
      for (const ink of INK[scheme] ?? [])
        expect(wcagContrast(ink, soft ?? ""), `ink on ${soft}`).toBeGreaterThanOrEqual(4.5);
      expect(wcagContrast(ON_PRIMARY[scheme] ?? "", primary ?? "")).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("every signal colour that passes can be read under its text, and its soft colour under ink", () => {
  const passed = ALL.filter((colour) => contrastOf("signal", colour) >= TEXT_CONTRAST);
  expect(passed.length).toBeGreaterThan(50);
  for (const colour of passed) {
    const { signal, "signal-soft": soft } = tokensOf({ primary: null, signal: colour });
    for (const scheme of [0, 1]) {
      expect(wcagContrast(ON_SIGNAL, signal?.[scheme] ?? "")).toBeGreaterThanOrEqual(4.5);
      for (const ink of INK[scheme] ?? []) {
        expect(
          wcagContrast(ink, soft?.[scheme] ?? ""),
          `${ink} on the soft colour of ${colour}`,
        ).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});
