import { cloneElement, isValidElement, type PropsWithChildren, type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useProfile } from "../../api/profile.ts";
import { sidebarItem } from "../../ui/page/sidebar-link.tsx";
import { OpenPalette, SearchButton } from "./palette-button.tsx";
import { openAreas, positionOf } from "./screens.ts";

/**
 * The staff's sidebar: on their screens, and on the playlists, which they edit in their place, their own navigation
 * stands above the members'. ⌘K works on every page.
 *
 * @param props.children the panel with the members' navigation. It is another one after a resize, which must not close
 * what ⌘K opened.
 */
export default function StaffSidebar({ children }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  const [isSearching, setSearching] = useState(false);
  useCommandKey(() => setSearching(true));
  return (
    <>
      {isValidElement<PropsWithChildren>(children) &&
        cloneElement(
          children,
          {},
          /^\/(admin|playlists)(\/|$)/.test(pathname) && <StaffNavigation onSearch={() => setSearching(true)} />,
          children.props.children,
        )}
      {isSearching && <OpenPalette onClose={() => setSearching(false)} />}
    </>
  );
}

function StaffNavigation({ onSearch }: { onSearch: () => void }) {
  const { pathname } = useLocation();
  const areas = openAreas(useProfile().data);
  const position = positionOf(areas, pathname);
  return (
    <nav aria-label="管理" className="grid gap-2 border-b px-2 py-4">
      <SearchButton onClick={onSearch} />
      <ul>
        {areas.map(({ name, icon: Icon, screens }) => {
          const path = screens[0]?.path ?? "";
          const isOpen = name === position?.area.name;
          return (
            <li key={name}>
              <Link
                to={path}
                aria-current={isOpen && (path === pathname ? "page" : "true")}
                className={sidebarItem(isOpen)}
              >
                <Icon aria-hidden className="size-5 shrink-0" />
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Leaves the key to an open dialog, such as a question whether to delete. */
function useCommandKey(open: () => void): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      const isCommand = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!isCommand || event.key.toLowerCase() !== "k" || event.isComposing) return;
      // Browsers would search the web.
      event.preventDefault();
      if (document.querySelector("dialog:modal:not(#sidebar)") === null) open();
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  });
}
