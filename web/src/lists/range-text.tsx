import { useState } from "react";
import type { VideoList } from "./use-video-list.ts";

/** How much of the list is shown; read out when another page has come, and until then what it was. */
export function RangeText({ list }: { list: Pick<VideoList, "range" | "isOtherPage"> }) {
  const [shown, setShown] = useState(list.range);
  if (!list.isOtherPage && shown !== list.range) setShown(list.range);
  return (
    <p role="status" className="text-muted">
      {shown}
    </p>
  );
}
