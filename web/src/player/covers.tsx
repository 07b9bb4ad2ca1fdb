import { Play, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { ScrimButton } from "./controls/scrim-button.tsx";

/** Shown if the browser blocks autoplay. The poster stays as bright as it is. */
export function BlockedCover({ onPlay }: { onPlay: () => void }) {
  return (
    <div className="z-1 grid place-items-center">
      <ScrimButton look="signal" onClick={onPlay} className="px-7 text-base">
        <Play aria-hidden className="size-5 fill-current" />
        再生する
      </ScrimButton>
    </div>
  );
}

/** Shown while other devices have taken this player's place. */
export function ElsewhereCover({ onPlay }: { onPlay: () => void }) {
  return (
    <div className="z-1 flex flex-col items-center justify-center gap-3 bg-scrim p-3 text-center text-on-scrim">
      <p role="alert" className="phrase">
        ほかの端末で再生を始めたため、一時停止しました。
      </p>
      <ScrimButton look="signal" onClick={onPlay}>
        <Play aria-hidden className="size-5 fill-current" />
        この端末で再生する
      </ScrimButton>
    </div>
  );
}

/** Shown after the end. It hides the host's closing screen, which links to other sites. */
export function EndedCover({ onReplay, children }: { onReplay: () => void; children: ReactNode }) {
  return (
    <div className="z-1 flex flex-col items-center justify-center gap-2 bg-scrim p-3 text-on-scrim sm:gap-5">
      {children}
      <ScrimButton onClick={onReplay}>
        <RotateCcw aria-hidden className="size-5" />
        もう一度見る
      </ScrimButton>
    </div>
  );
}
