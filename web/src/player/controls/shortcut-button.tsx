import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "../../ui/page/lazy-part.ts";

const ShortcutHelp = lazyPart(() => import("./shortcut-help.tsx"));

/** The button and the list of shortcuts, loaded after the player. */
export function ShortcutButton(props: ComponentProps<typeof ShortcutHelp>) {
  return (
    <Suspense fallback={<span className="w-32" />}>
      <ShortcutHelp {...props} />
    </Suspense>
  );
}
