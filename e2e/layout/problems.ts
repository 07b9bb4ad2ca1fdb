import type { Page } from "@playwright/test";

/** Sentences about what a reader would miss on the page as it is drawn now. */
export function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const problems: string[] = [];
    // Limited lines are measured after a layout, and drawn with the next.
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) problems.push(`${scrollWidth} px wide in ${clientWidth}`);

    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.clientHeight !== 1;
    const isCut = (element: Element) => element.scrollHeight > element.clientHeight + 1;
    const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)].filter(isShown);

    for (const box of all<HTMLElement>("[class*=line-clamp]").filter(isCut)) {
      const pieces = [box, ...box.querySelectorAll<HTMLElement>("*")];
      for (const { style } of pieces) style.setProperty("word-break", "normal");
      if (!isCut(box)) problems.push(`cut though it fits: ${box.textContent}`);
      for (const { style } of pieces) style.removeProperty("word-break");
    }
    for (const rail of all("[data-rail] > div").filter(isCut)) problems.push(`runs over the next: ${rail.textContent}`);
    for (const part of all("article .truncate").filter((each) => each.scrollWidth > each.clientWidth)) {
      problems.push(`cut on one line: ${part.textContent}`);
    }
    const ruler = document.createElement("canvas").getContext("2d");
    for (const select of all<HTMLSelectElement>("main select")) {
      const style = getComputedStyle(select);
      if (!ruler) throw new Error("no canvas");
      ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const text = select.selectedOptions[0]?.text ?? "";
      // Half of a long choice still tell it from the others. A line has no more room than the page.
      const isWholeLine = select.offsetWidth > 0.75 * (select.closest("form, main")?.clientWidth ?? 0);
      if (!isWholeLine && ruler.measureText(text).width * 0.5 > room)
        problems.push(`a select with room for ${room} px: ${text}`);
    }

    // One card fills the screen, so that nothing can be compared. Enlarged text needs the width.
    const isEnlarged = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 16;
    for (const { clientHeight: height, src } of isEnlarged ? [] : all<HTMLImageElement>("main article img"))
      if (height > window.innerHeight)
        problems.push(`a picture of ${height} px in a window of ${window.innerHeight}: ${src}`);

    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    /** @returns how a text leaves the box that holds it, or is hidden by it. A control may reach over the box that holds it. */
    const wayOut = (text: DOMRect, start: Element, isHeld = false): string | null => {
      // A wide space hangs at the end of a line.
      const isHanging = !isHeld && start.textContent.includes("　");
      for (let box: Element | null = start; box && box !== document.body; box = box.parentElement) {
        const { display, overflowX, overflowY, textOverflow, webkitLineClamp, position } = styleOf(box);
        if (
          display.startsWith("inline") &&
          display !== "inline-block" &&
          display !== "inline-flex" &&
          display !== "inline-grid"
        )
          continue;
        if (display === "contents") continue;
        // Their own checks are above.
        if (textOverflow === "ellipsis" || webkitLineClamp !== "none") return null;
        // For screen readers alone.
        if (box.clientHeight === 1) return null;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const isWide = text.left < left - 1 || text.right > right + 1;
        const isHigh = text.top < top - 4 || text.bottom > bottom + 4;
        if (isWide && (overflowX === "hidden" || overflowX === "clip")) return "hidden at the side";
        if (isHigh && (overflowY === "hidden" || overflowY === "clip")) return "hidden below";
        if (overflowX === "auto" || overflowX === "scroll" || overflowY === "auto" || overflowY === "scroll")
          return null;
        if (!isHeld && isWide && !isHanging) return "runs out of its box";
        isHeld = true;
        if (position === "fixed") break;
      }
      const isInWindow = isHanging || (text.left >= -1 && text.right <= clientWidth + 1);
      return isInWindow ? null : "outside of the window";
    };
    for (const control of all("a[href], button, input, select, textarea, summary")) {
      if (control.closest(".sr-only") || !control.parentElement) continue;
      const way = wayOut(control.getBoundingClientRect(), control.parentElement, true);
      const name = control.getAttribute("aria-label") ?? control.textContent.slice(0, 60);
      if (way) problems.push(`a control ${way}: ${name}`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      if (node.parentElement?.closest("svg")) continue;
      if (/^\d+(:[0-5]\d)+$/.test(text) && !node.parentElement?.closest("[aria-hidden=true]")) {
        problems.push(`read as a time of day: ${text}`);
      }
      if (text === "" || !node.parentElement || !isShown(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const way = node.parentElement.closest("select, .sr-only")
        ? null
        : wayOut(range.getBoundingClientRect(), node.parentElement);
      if (way) problems.push(`${way}: ${text.slice(0, 60)}`);
      if (text.length < 4) continue;
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 2 && text.length / (lines.size - 1) < 2) problems.push(`one character per line: ${text}`);
    }
    return problems;
  });
}
