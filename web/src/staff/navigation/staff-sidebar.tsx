import { House, Settings } from "lucide-react";
import { cloneElement, isValidElement, type PropsWithChildren, type ReactNode, useEffect, useState } from "react";
import { useProfile } from "../../accounts/session/profile.ts";
import { SidebarHeading, SidebarLink } from "../../shell/sidebar-link.tsx";
import { OpenPalette, SearchButton } from "./palette-button.tsx";
import { groupedScreens } from "./screens.ts";

/**
 * The staff's sidebar: their own navigation where there is no other. ⌘K works on every page.
 *
 * @param props.children the panel with the members' navigation; empty on the staff's screens. It is another one after a
 * resize, which must not close what ⌘K opened.
 */
export default function StaffSidebar({ children }: { children?: ReactNode }) {
  const [isSearching, setSearching] = useState(false);
  useCommandKey(() => setSearching(true));
  return (
    <>
      {isValidElement<PropsWithChildren>(children) &&
        (children.props.children
          ? children
          : cloneElement(children, {}, <StaffNavigation onSearch={() => setSearching(true)} />))}
      {isSearching && <OpenPalette onClose={() => setSearching(false)} />}
    </>
  );
}

function StaffNavigation({ onSearch }: { onSearch: () => void }) {
  const { data } = useProfile();
  return (
    <nav aria-label="管理" className="grid gap-6 px-2 py-4">
      <SearchButton onClick={onSearch} />
      <ul>
        <SidebarLink to="/admin/dashboard" icon={Settings}>
          管理画面
        </SidebarLink>
        <SidebarLink to="/" icon={House}>
          会員のホームへ
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
