import { MediaProvider } from "media-chrome/react/media-store";
import { createMediaStore } from "media-chrome/media-store/media-store";
import { useState } from "react";
import type { ControlBarProps } from "./control-bar-props.ts";
import { ControlRows } from "./control-rows.tsx";
import { readPreferences } from "./preferences.ts";

/**
 * The controls over a video of this service's storage. The library knows the state of the video and how each browser
 * does fullscreen, picture in picture and captions (decisions/057).
 */
export function ControlBar(props: ControlBarProps) {
  const { media } = props;
  const [stage] = useState(() => media.closest<HTMLElement>("[data-stage]") ?? media);
  const [store] = useState(() =>
    createMediaStore({
      media,
      fullscreenElement: stage,
      documentElement: document,
      options: {
        defaultSubtitles: readPreferences()?.captions ?? false,
        // The player keeps its settings under a key of its own.
        noVolumePref: true,
        noMutedPref: true,
        noSubtitlesLangPref: true,
      },
    }),
  );
  return (
    <MediaProvider mediaStore={store}>
      <ControlRows {...props} stage={stage} />
    </MediaProvider>
  );
}
