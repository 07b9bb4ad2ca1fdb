import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { MediaActionTypes as Action, useMediaDispatch, useMediaSelector } from "media-chrome/react/media-store";
import { useState } from "react";
import { spokenDuration } from "../../catalogue/videos/duration.ts";
import { runningChapter } from "../watch/running-chapter.ts";

/** The position in the video, with the chapters' beginnings. Under the pointer it names the chapter and the time. */
export function SeekBar({ chapters }: { chapters: readonly Chapter[] }) {
  const dispatch = useMediaDispatch();
  const time = useMediaSelector(({ mediaCurrentTime = 0 }) => mediaCurrentTime);
  const duration = useMediaSelector(({ mediaDuration = NaN }) => (Number.isFinite(mediaDuration) ? mediaDuration : 0));
  const buffered = useMediaSelector(({ mediaBuffered = [] }) => mediaBuffered.at(-1)?.[1] ?? 0);
  /** Seconds under the pointer; null: it is elsewhere. */
  const [pointed, setPointed] = useState<number | null>(null);
  const percent = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`;
  const titleAt = (seconds: number) => chapters[runningChapter(chapters, seconds)]?.title;
  const title = titleAt(time);
  return (
    <div className="seek-bar">
      <span className="seek-track">
        <span style={{ width: percent(buffered) }} />
        <span className="seek-played" style={{ width: percent(time) }} />
        {chapters
          .filter(({ time_seconds }) => time_seconds > 0 && time_seconds < duration)
          .map(({ id, time_seconds }) => (
            <span key={id} className="seek-mark" style={{ left: percent(time_seconds) }} />
          ))}
      </span>
      <span className="seek-thumb" style={{ left: percent(time) }} />
      <input
        type="range"
        aria-label="再生位置"
        aria-valuetext={[`${spokenDuration(time)}（全体${spokenDuration(duration)}）`, title]
          .filter(Boolean)
          .join("、")}
        disabled={duration === 0}
        min={0}
        max={duration}
        step={0.1}
        value={time}
        onChange={({ target }) => {
          setPointed((current) => current && target.valueAsNumber);
          dispatch({ type: Action.MEDIA_SEEK_REQUEST, detail: target.valueAsNumber });
        }}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          setPointed(Math.min(1, Math.max(0, (clientX - left) / width)) * duration);
        }}
        onPointerLeave={() => setPointed(null)}
      />
      {pointed !== null && (
        <span
          aria-hidden
          className="seek-preview"
          style={{ left: `clamp(6rem, ${percent(pointed)}, calc(100% - 6rem))` }}
        >
          {titleAt(pointed)}
          <b>{formatClock(pointed)}</b>
        </span>
      )}
    </div>
  );
}
