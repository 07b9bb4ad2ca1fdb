let observer: ResizeObserver | undefined;

/**
 * The `ref` of a text whose lines are limited. Phrases that do not fit into the lines break like other text, which
 * shows more of it. The observer asks after every layout, without one of its own.
 */
export function showMore(text: HTMLElement | null): (() => void) | undefined {
  const box = text?.closest<HTMLElement>("[class*=line-clamp]");
  if (!box) return undefined;
  observer ??= new ResizeObserver((entries) => {
    const boxes = entries.map(({ target }) => target as HTMLElement);
    // All writing before all reading, so that the page is laid out once.
    for (const { dataset } of boxes) delete dataset["cut"];
    const cut = boxes.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1);
    for (const { dataset } of cut) dataset["cut"] = "";
  });
  observer.observe(box);
  return () => observer?.unobserve(box);
}
