import { Settings } from "lucide-react";
import { cloneElement, isValidElement, type PropsWithChildren, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useProfile } from "../../api/profile.ts";
import { SidebarHeading, SidebarLink } from "../../ui/page/sidebar-link.tsx";
import { OpenPalette, SearchButton } from "./palette-button.tsx";
import { groupedScreens } from "./screens.ts";

/**
 * The staff's sidebar: on their screens their own navigation stands above the members'. ⌘K works on every page.
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
          pathname.startsWith("/admin/") && <StaffNavigation onSearch={() => setSearching(true)} />,
          children.props.children,
        )}
      {isSearching && <OpenPalette onClose={() => setSearching(false)} />}
    </>
  );
}

function StaffNavigation({ onSearch }: { onSearch: () => void }) {
  const { data } = useProfile();
  return (
    <nav aria-label="管理" className="grid gap-6 border-b px-2 py-4">
      <SearchButton onClick={onSearch} />
      <ul>
        <SidebarLink to="/admin/dashboard" icon={Settings}>
          管理画面
        </SidebarLink>
      </ul>
      {groupedScreens(data).map(({ id, name, screens }) => (
        // No region: the dashboard has regions of the same names.
        <div key={id}>
          <SidebarHeading id={`staff-${id}`}>{name}</SidebarHeading>
          <ul aria-labelledby={`staff-${id}`}>
            {screens.map(({ path, name: label, icon }) => (
              <SidebarLink key={path} to={path} icon={icon} end={path === "/admin/figures"}>
                {label}
              </SidebarLink>
            ))}
          </ul>
        </div>
      ))}
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
