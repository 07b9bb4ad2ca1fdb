import { useState } from "react";
import { useLocation } from "react-router";
import { store } from "../session/storage.ts";
import { useMediaQuery, WIDE } from "../ui/use-media-query.ts";

/** On narrower screens the panel starts closed, unless the member opened it before. */
const ROOMY = "(min-width: 1280px)";
const KEY = "manabiya:sidebar";

export interface Sidebar {
  isOpen: boolean;
  /** True on narrow screens; elsewhere a panel beside the page. */
  isOverlay: boolean;
  toggle: () => void;
  close: () => void;
}

/** On wide screens the panel keeps its state, over reloads too; on narrow ones each navigation closes it. */
export function useSidebar(): Sidebar {
  const isOverlay = !useMediaQuery(WIDE);
  const { key } = useLocation();
  const [isPanelOpen, setPanelOpen] = useState(() =>
    store.getItem(KEY) === null ? window.matchMedia(ROOMY).matches : store.getItem(KEY) === "true",
  );
  const [overlayOpenAt, setOverlayOpenAt] = useState<string | null>(null);

  const isOpen = isOverlay ? overlayOpenAt === key : isPanelOpen;
  function setOpen(open: boolean): void {
    if (isOverlay) return setOverlayOpenAt(open ? key : null);
    setPanelOpen(open);
    store.setItem(KEY, String(open));
  }
  return { isOpen, isOverlay, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
}
