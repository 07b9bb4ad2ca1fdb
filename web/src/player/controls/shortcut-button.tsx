import { type ComponentProps, lazy, Suspense } from "react";
import type Help from "./shortcut-help.tsx";

/** After a release this file may be gone; the page then works without it. */
const ShortcutHelp = lazy<typeof Help>(() => import("./shortcut-help.tsx").catch(() => ({ default: () => <></> })));

/** The button and the list of shortcuts, loaded after the player. */
export function ShortcutButton(props: ComponentProps<typeof Help>) {
  return (
    <Suspense fallback={<span className="w-32" />}>
      <ShortcutHelp {...props} />
    </Suspense>
  );
}
