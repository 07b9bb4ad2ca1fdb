import { useState } from "react";
import { useLocation } from "react-router";
import { useMediaQuery, WIDE } from "../ui/use-media-query.ts";

/** With less room than this the panel starts closed: the page needs it more. */
const ROOMY = "(min-width: 1280px)";

export interface Sidebar {
  isOpen: boolean;
  /** An overlay on narrow screens, a panel beside the page on wide ones. */
  isOverlay: boolean;
  toggle: () => void;
  close: () => void;
}

/** On wide screens the panel stays as it was left while the page lives; on narrow ones each navigation closes it. */
export function useSidebar(): Sidebar {
  const isOverlay = !useMediaQuery(WIDE);
  const { key } = useLocation();
  const [isPanelOpen, setPanelOpen] = useState(() => window.matchMedia(ROOMY).matches);
  const [overlayOpenAt, setOverlayOpenAt] = useState<string | null>(null);

  const isOpen = isOverlay ? overlayOpenAt === key : isPanelOpen;
  const setOpen = (open: boolean) => (isOverlay ? setOverlayOpenAt(open ? key : null) : setPanelOpen(open));
  return { isOpen, isOverlay, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
}
