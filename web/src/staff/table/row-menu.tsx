import { Ellipsis } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { IconButton } from "../../ui/icon-button.tsx";

export const MENU_ITEM = "flex min-h-target w-full items-center px-4 text-left hover:bg-sunken";

/** Before a dialog opens, so that the focus returns to the row. */
export function closeMenu(pressed: HTMLElement): void {
  pressed.closest<HTMLElement>("[popover]")?.hidePopover();
}

interface RowMenuProps {
  /** Names the row for screen readers. */
  name: string;
  /** Links and buttons with the class MENU_ITEM. */
  children: ReactNode;
}

/** The rarer actions of a row. Escape and a press beside it close the menu. */
export function RowMenu({ name, children }: RowMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  /** Below the opener, or above it in the lower half of the window. The browsers' own anchors are too new. */
  function moveToOpener(): void {
    if (menu.current === null || opener.current === null) return;
    const { top, bottom, right } = opener.current.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isLow = bottom > clientHeight / 2;
    menu.current.style.inset = isLow
      ? `auto ${clientWidth - right}px ${clientHeight - top - scrollY}px auto`
      : `${bottom + scrollY}px ${clientWidth - right}px auto auto`;
  }

  return (
    <>
      <IconButton ref={opener} icon={Ellipsis} label={`${name}のその他の操作`} popoverTarget={id} />
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={moveToOpener}
        className="absolute w-56 rounded-lg border bg-surface py-2"
      >
        {children}
      </div>
    </>
  );
}
