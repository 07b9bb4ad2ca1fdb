import type { Tab } from "./tab.ts";

/** Left, top, width and height in CSS pixels. */
type Box = [x: number, y: number, width: number, height: number];

/** Boxes by the element's name. */
export type Layout = Record<string, Box>;

/** Pixels. Engines measure text differently, and break a line elsewhere, which moves everything below it. */
const TOLERANCE = { control: 12, block: 40, lettering: 6 };

/** The boxes of a page's first two screens, and of the lettering inside its drawings relative to them. */
export function readLayout(tab: Tab): Promise<Layout> {
  return tab.evaluate(() => {
    // The running chapter decides how far the list of chapters has scrolled.
    for (const list of document.querySelectorAll("ol")) list.scrollTop = 0;
    // WebKitGTK has no small window, and the engine before left its questions to count.
    const changing = document.querySelectorAll<HTMLElement>(
      "[aria-label^=ピクチャーインピクチャー], [aria-label=表示する内容] > :last-child",
    );
    for (const element of changing) element.style.display = "none";
    const layout: Record<string, [number, number, number, number]> = {};
    const count: Record<string, number> = {};
    const add = (kind: string, box: DOMRect, origin: { x: number; y: number }) => {
      count[kind] = (count[kind] ?? 0) + 1;
      layout[`${kind} ${count[kind]}`] = [box.x - origin.x, box.y - origin.y, box.width, box.height];
    };
    const page = { x: 0, y: -window.scrollY };
    for (const [kind, css] of [
      // Not the selects of the player: they are as wide as their longest choice where `field-sizing` is unknown.
      [
        "control",
        "header a, header button, header select, header input, main button, main select:not([data-player] *), main input",
      ],
      // Not the sidebar's: a display of its own has a mouse, for which it stands closer together.
      ["block", "header, h1, main h2, video, main article, svg[role=img], [data-player]"],
    ] as const) {
      for (const element of document.querySelectorAll(css)) {
        const box = element.getBoundingClientRect();
        if (box.width > 1 && box.top - page.y < 2 * window.innerHeight) add(kind, box, page);
      }
    }
    for (const text of document.querySelectorAll("svg[role=img] text:not([paint-order])")) {
      const drawing = text.closest("svg")?.getBoundingClientRect();
      if (drawing) add("lettering", text.getBoundingClientRect(), drawing);
    }
    for (const element of changing) element.style.display = "";
    return layout;
  });
}

/** @returns a sentence for each box that differs from the reference by more than the tolerance */
export function compareLayouts(reference: Layout, layout: Layout): string[] {
  const names = new Set([...Object.keys(reference), ...Object.keys(layout)]);
  return [...names].flatMap((name) => {
    const [expected, box] = [reference[name], layout[name]];
    if (!expected || !box) return [`${name} is ${box ? "extra" : "missing"}`];
    const tolerance = TOLERANCE[name.split(" ")[0] as keyof typeof TOLERANCE];
    const isNear = expected.every((value, index) => Math.abs(value - (box[index] ?? Infinity)) <= tolerance);
    return isNear ? [] : [`${name} is at ${shown(box)} instead of ${shown(expected)}`];
  });
}

const shown = (box: Box) => box.map((value) => Math.round(value)).join(" ");
