import { lazy, Suspense } from "react";
import type LinkedText from "./linked-text.tsx";
import type { LinkedTextProps } from "./linked-text.tsx";

/** If the file is gone after a release, plain text must still show. */
const Linked = lazy<typeof LinkedText>(() =>
  import("./linked-text.tsx").catch(() => ({ default: ({ text }) => <>{text}</> })),
);

/** Shows plain text at once and links when the link finder has loaded. */
export function TextWithLinks(props: LinkedTextProps) {
  return (
    <Suspense fallback={props.text}>
      <Linked {...props} />
    </Suspense>
  );
}
