/** @param list positioned, so that it is the item's offset parent */
export function isSeenInside(list: HTMLElement, item: HTMLElement): boolean {
  return item.offsetTop >= list.scrollTop && item.offsetTop + item.offsetHeight <= list.scrollTop + list.clientHeight;
}

/** Brings an unseen item to the middle of its list. Unlike scrollIntoView this does not scroll the page. */
export function scrollInside(list: HTMLElement, item: HTMLElement): void {
  if (!isSeenInside(list, item)) list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
}
