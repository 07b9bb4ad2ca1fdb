import type { Page } from "@playwright/test";

/** Sentences about texts and icons that nobody can read on their ground in the page's present colours. */
export function colourProblemsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Each level of inherited colours moves to those of a new scheme in a frame of its own.
    const isMoving = () =>
      document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (let still = 0, frame = 0; still < 2 && frame < 60; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = isMoving() ? 0 : still + 1;
    }
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const isForced = matchMedia("(forced-colors: active)").matches;
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");

    const known = new Map<string, Colour>();
    const colourOf = (css: string): Colour => {
      const before = known.get(css);
      if (before) return before;
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = css;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      const colour = [red, green, blue, alpha / 255] as const;
      known.set(css, colour);
      return colour;
    };
    const over = ([red, green, blue, alpha]: Colour, ground: Colour): Colour => {
      const mixed = (front: number, back: number) => front * alpha + back * (1 - alpha);
      return [mixed(red, ground[0]), mixed(green, ground[1]), mixed(blue, ground[2]), 1];
    };
    const luminance = ([red, green, blue]: Colour) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
        const channel = value / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: Colour, other: Colour) => {
      const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (lighter + 0.05) / (darker + 0.05);
    };

    /** Null: a picture, whose colours nobody knows. */
    const grounds = new Map<Element, Colour | null>();
    const groundOf = (element: Element | null): Colour | null => {
      if (element === null) return null;
      const before = grounds.get(element);
      if (before !== undefined) return before;
      const style = getComputedStyle(element);
      const own = colourOf(style.backgroundColor);
      const below = own[3] === 1 ? null : groundOf(element.parentElement);
      const isPicture =
        style.backgroundImage.includes("url(") ||
        (element.localName === "svg" && element.getAttribute("role") === "img");
      const ground = isPicture ? null : own[3] === 1 ? own : below && over(own, below);
      grounds.set(element, ground);
      return ground;
    };
    const opacityOf = (element: Element | null): number =>
      element === null ? 1 : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1 &&
      element.clientHeight !== 1 &&
      !element.closest(":disabled, [aria-disabled=true], label:has(:disabled)");
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

    const problems = new Set<string>();
    const look = (element: Element, css: string, least: number, what: string) => {
      const ground = groundOf(element);
      if (!ground) return;
      const opacity = opacityOf(element);
      // As a player's controls that the pointer brings.
      if (opacity === 0) return;
      const [red, green, blue, alpha] = colourOf(css);
      const ratio = contrast(over([red, green, blue, alpha * opacity], ground), ground);
      if (ratio < least) problems.add(`${what} with a contrast of ${ratio.toFixed(1)}: ${css} on ${ground.join(" ")}`);
    };

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!element || text === "" || element.closest("svg, script, style, noscript, option") || !isShown(element))
        continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const size = Number.parseFloat(fontSize) / scale;
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      look(element, color, isLarge ? 3 : 4.5, `a text (${text.slice(0, 30)})`);
    }
    for (const field of document.querySelectorAll(
      "input:not([type=checkbox], [type=radio], .sr-only), select, textarea",
    )) {
      if (isShown(field)) look(field, getComputedStyle(field).color, 4.5, `a field (${field.id})`);
    }
    for (const icon of document.querySelectorAll(":is(button, a, summary) svg:not([role=img])")) {
      if (isShown(icon)) look(icon, getComputedStyle(icon).color, 3, `an icon (${icon.getAttribute("class")})`);
    }
    if (!isForced) return [...problems];

    // Contrast themes paint every ground in one colour.
    const around = getComputedStyle(document.body).backgroundColor;
    const isSeen = (element: Element) => {
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor !== around && !backgroundColor.endsWith(", 0)");
    };
    const chosen =
      "[aria-checked=true], [aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false]), label:has(> input.sr-only:checked), [style*='%'][class*=bg-]";
    const isGround = (shape: Element, paint: string) => {
      const ground = groundOf(shape.parentElement);
      return ground !== null && contrast(colourOf(paint), ground) < 1.1;
    };
    const unseen = (element: Element) => problems.add(`not seen in forced colours: ${element.outerHTML.slice(0, 200)}`);
    for (const area of document.querySelectorAll("main, #sidebar")) {
      for (const each of area.querySelectorAll(chosen)) {
        if (each.checkVisibility() && ![each, ...each.querySelectorAll("*")].some(isSeen)) unseen(each);
      }
      // A mark without a text is its colour.
      for (const mark of area.querySelectorAll("span:empty, div:empty, i:empty, li:empty")) {
        const { width, height } = mark.getBoundingClientRect();
        const style = getComputedStyle(mark);
        if (Math.min(width, height) <= 1 || !mark.checkVisibility() || style.backgroundColor.endsWith(", 0)")) continue;
        if (style.backgroundColor === around && style.borderStyle === "none") unseen(mark);
      }
      for (const shape of area.querySelectorAll("svg :is(rect, circle, path, line, polyline, polygon)")) {
        const { fill, stroke } = getComputedStyle(shape);
        if (shape.checkVisibility() && [fill, stroke].every((paint) => paint === "none" || isGround(shape, paint)))
          unseen(shape);
      }
    }
    return [...problems];
  });
}
