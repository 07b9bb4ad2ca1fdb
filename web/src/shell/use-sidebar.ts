import { useState } from "react";
import { useLocation } from "react-router";
import { useMediaQuery, WIDE } from "../ui/use-media-query.ts";

/** On narrower screens the panel starts closed. */
const ROOMY = "(min-width: 1280px)";

export interface Sidebar {
  isOpen: boolean;
  /** True on narrow screens; elsewhere a panel beside the page. */
  isOverlay: boolean;
  toggle: () => void;
  close: () => void;
}

/** On wide screens the panel keeps its state; on narrow ones each navigation closes it. */
export function useSidebar(): Sidebar {
  const isOverlay = !useMediaQuery(WIDE);
  const { key } = useLocation();
  const [isPanelOpen, setPanelOpen] = useState(() => window.matchMedia(ROOMY).matches);
  const [overlayOpenAt, setOverlayOpenAt] = useState<string | null>(null);

  const isOpen = isOverlay ? overlayOpenAt === key : isPanelOpen;
  const setOpen = (open: boolean) => (isOverlay ? setOverlayOpenAt(open ? key : null) : setPanelOpen(open));
  return { isOpen, isOverlay, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
}
