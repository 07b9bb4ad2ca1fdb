import { useEffect, useRef } from "react";

/** The followed pager link disappears, so keyboard and screen reader continue at the new page's start. */
export function useFocusOnOtherPage(page: number) {
  const section = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || section.current?.contains(activeElement);
    if (before.current !== page && isLost) section.current?.focus({ preventScroll: true });
    before.current = page;
  }, [page]);
  return section;
}
