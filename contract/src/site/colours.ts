import {
  clampChroma,
  converter,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode,
  wcagContrast,
} from "culori/fn";

// The library knows only the colour spaces that it is given.
for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) useMode(mode);
const toOklch = converter("oklch");

/** Colours of web/src/ui/tokens.css on which the operator's colours stand. */
const LIGHT = { bg: "#faf8f3", surface: "#ffffff", sunken: "#f1ede3" };
const DARK = { surface: "#1a1f29", sunken: "#262d3a" };
/** Share of the surface in the soft colour of the dark scheme. */
const DARK_SOFT = 0.75;
const ON_SIGNAL = "#1b1e24";

/** The product's own colours in the light scheme, from the same file. */
export const OWN_COLOURS = { primary: "#1f4478", signal: "#f2b233" };

/** WCAG 2.2, 1.4.3, for text. */
export const TEXT_CONTRAST = 4.5;

/** Null: the product's own. */
export interface SiteColours {
  /** Links and buttons in the light scheme, such as "#1f4478". */
  primary: string | null;
  /** A fill under dark text, in both schemes. */
  signal: string | null;
}

/** The smallest contrast that text in or on the colour has anywhere, such as 4.5. */
export function contrastOf(kind: keyof SiteColours, colour: string): number {
  const others = kind === "primary" ? [LIGHT.surface, LIGHT.bg, LIGHT.sunken, softOf(colour)] : [ON_SIGNAL];
  return Math.min(...others.map((other) => wcagContrast(colour, other)));
}

/** The tokens that follow from the two colours, by their CSS properties. Both must have passed `contrastOf`. */
export function colourTokens({ primary, signal }: SiteColours): Record<string, string> {
  const tokens = { ...(primary !== null && primaryTokens(primary)), ...(signal !== null && signalTokens(signal)) };
  return Object.fromEntries(
    Object.entries(tokens).map(([name, [light, dark]]) => [`--color-${name}`, `light-dark(${light},${dark})`]),
  );
}

type Tokens = Record<string, [light: string, dark: string]>;

function primaryTokens(primary: string): Tokens {
  const dark = lightUntilReadable(primary);
  return {
    primary: [primary, dark],
    "primary-hover": [mix(primary, "#000000", 0.2), mix(dark, "#ffffff", 0.3)],
    "primary-soft": [softOf(primary), mix(primary, DARK.surface, DARK_SOFT)],
  };
}

function signalTokens(signal: string): Tokens {
  return {
    signal: [signal, signal],
    "signal-soft": [mix(signal, LIGHT.surface, 0.85), mix(signal, DARK.surface, 0.88)],
  };
}

/** The same hue for the dark scheme, in the darkest tone in which text is readable on every surface. */
function lightUntilReadable(colour: string): string {
  const grounds = [DARK.sunken, DARK.surface, mix(colour, DARK.surface, DARK_SOFT)];
  for (let lightness = 0.55; lightness < 1; lightness += 0.02) {
    const { c = 0, h = 0 } = toOklch(colour) ?? {};
    const lighter = formatHex(clampChroma({ mode: "oklch", l: lightness, c, h }, "oklch"));
    if (grounds.every((ground) => wcagContrast(lighter, ground) >= TEXT_CONTRAST)) return lighter;
  }
  return "#ffffff";
}

const softOf = (primary: string) => mix(primary, LIGHT.surface, 0.9);

/** `share` of the other colour, from 0 to 1. */
function mix(colour: string, other: string, share: number): string {
  return formatHex(interpolate([colour, other], "oklab")(share));
}
