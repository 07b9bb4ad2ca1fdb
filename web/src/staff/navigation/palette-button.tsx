import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import { Search } from "lucide-react";
import { Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useProfile } from "../../api/profile.ts";
import { lazyPart } from "../../ui/page/lazy-part.ts";
import { classNames } from "../../ui/class-names.ts";

const LazyPalette = lazyPart(() => import("./palette.tsx"));

/** Outside of the sidebar, which may be hidden. */
export function OpenPalette({ onClose }: { onClose: () => void }) {
  return createPortal(
    <Suspense fallback={null}>
      <LazyPalette onClose={onClose} />
    </Suspense>,
    document.body,
  );
}

/** Opens the search for screens, videos and members. */
export function PaletteButton({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SearchButton className={className} onClick={() => setOpen(true)} />
      {isOpen && <OpenPalette onClose={() => setOpen(false)} />}
    </>
  );
}

export function SearchButton({ className, onClick }: { className?: string; onClick: () => void }) {
  const { data } = useProfile();
  const findsMembers = data !== undefined && hasRight(data, "staff.members");
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        "flex min-h-target flex-wrap items-center gap-2 rounded-md border border-control-border px-2.5 text-left text-muted hover:bg-sunken",
        className,
      )}
    >
      <Search aria-hidden className="size-5 shrink-0" />
      <span className="flex-1 basis-24">{findsMembers ? "動画・会員を探す" : "画面・動画を探す"}</span>
      <kbd aria-hidden className="font-sans text-xs whitespace-nowrap max-md:hidden pointer-coarse:hidden">
        {IS_MAC ? "⌘K" : "Ctrl+K"}
      </kbd>
    </button>
  );
}

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
