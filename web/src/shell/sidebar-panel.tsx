import { X } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import type { Sidebar } from "./use-sidebar.ts";

/** Milliseconds. By then the page itself has what it needs. */
const UNOPENED_DELAY = 2_000;

/** Beside the page on wide screens, over it on narrow ones. */
export function SidebarPanel({ sidebar, children }: { sidebar: Sidebar; children: ReactNode }) {
  const isFilled = useOpenedOrLater(sidebar.isOpen);
  if (sidebar.isOverlay) return <Overlay sidebar={sidebar}>{isFilled && children}</Overlay>;
  return (
    <div
      id="sidebar"
      hidden={!sidebar.isOpen}
      className="fixed top-16 bottom-0 left-0 z-10 w-[min(16rem,40vw)] low:top-0 low:pt-16 overflow-y-auto overscroll-contain border-r bg-surface"
    >
      {isFilled && children}
    </div>
  );
}

/** A closed panel waits, so that its requests do not delay the page's own. An opened one is in sight before its content. */
function useOpenedOrLater(isOpen: boolean): boolean {
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  useEffect(() => {
    const timer = setTimeout(setWanted, UNOPENED_DELAY, true);
    return () => clearTimeout(timer);
  }, []);
  return useDeferredValue(isWanted);
}

function Overlay({ sidebar, children }: { sidebar: Sidebar; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (sidebar.isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [sidebar.isOpen]);

  useEffect(() => {
    const element = dialog.current;
    // The content covers the dialog's box, so a click on the element itself is on the backdrop.
    const onClick = (event: MouseEvent) => event.target === element && element?.close();
    element?.addEventListener("click", onClick);
    return () => element?.removeEventListener("click", onClick);
  }, []);

  return (
    <dialog
      ref={dialog}
      id="sidebar"
      aria-label="メニュー"
      onClose={sidebar.close}
      className="fixed inset-y-0 left-0 h-dvh max-h-none w-64 max-w-[85vw] overflow-y-auto overscroll-contain bg-surface text-ink backdrop:bg-scrim/60"
    >
      <div className="min-h-full">
        <div className="flex h-16 items-center justify-between border-b pr-2 pl-5 font-bold">
          <span aria-hidden>メニュー</span>
          <IconButton icon={X} label="メニューを閉じる" onClick={sidebar.close} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
