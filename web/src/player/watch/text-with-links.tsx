import { lazy, Suspense } from "react";
import type LinkedText from "./linked-text.tsx";
import type { LinkedTextProps } from "./linked-text.tsx";

/** Words without links are better than no page when the file is gone, as after a new release. */
const Linked = lazy<typeof LinkedText>(() =>
  import("./linked-text.tsx").catch(() => ({ default: ({ text }) => <>{text}</> })),
);

/** Text that somebody wrote: its words at once, its links as soon as what finds them has come. */
export function TextWithLinks(props: LinkedTextProps) {
  return (
    <Suspense fallback={props.text}>
      <Linked {...props} />
    </Suspense>
  );
}
