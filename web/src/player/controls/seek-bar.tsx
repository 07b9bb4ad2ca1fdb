import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { MediaActionTypes as Action, useMediaDispatch, useMediaSelector } from "media-chrome/react/media-store";
import { type CSSProperties, type PointerEvent, useState } from "react";
import { spokenDuration } from "../../catalogue/videos/duration.ts";
import { mediaAddress } from "../../api/media-address.ts";
import { runningChapter } from "../watch/running-chapter.ts";
import type { ControlBarProps, Pictures } from "./control-bar-props.ts";

interface SeekBarProps extends Pick<ControlBarProps, "chapters" | "pictures"> {
  /** Seconds of answered questions. */
  questions: readonly number[] | undefined;
}

/** The position in the video, with the chapters' beginnings and the questions. Under the pointer it shows the picture, the chapter and the time. */
export function SeekBar({ chapters, questions = [], pictures }: SeekBarProps) {
  const dispatch = useMediaDispatch();
  const time = useMediaSelector(({ mediaCurrentTime = 0 }) => mediaCurrentTime);
  const duration = useMediaSelector(({ mediaDuration = NaN }) => (Number.isFinite(mediaDuration) ? mediaDuration : 0));
  const buffered = useMediaSelector(({ mediaBuffered = [] }) => mediaBuffered.at(-1)?.[1] ?? 0);
  /** Seconds under the pointer; null: it is elsewhere. */
  const [pointed, setPointed] = useState<number | null>(null);
  const percent = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`;
  const titleAt = (seconds: number) => chapters[runningChapter(chapters, seconds)]?.title;
  const title = titleAt(time);

  function point({ clientX, currentTarget }: PointerEvent<HTMLInputElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(1, Math.max(0, (clientX - left) / width)) * duration);
  }

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
        {questions
          .filter((second) => second < duration)
          .map((second, index) => (
            <span key={index} className="seek-question" style={{ left: percent(second) }} />
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
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      />
      {pointed !== null && (
        <span
          aria-hidden
          className="seek-preview"
          style={{ left: `clamp(24 * var(--spacing), ${percent(pointed)}, 100% - 24 * var(--spacing))` }}
        >
          {pictures && <span className="seek-picture" style={cutOut(pictures, Math.min(pointed, duration - 1))} />}
          {titleAt(pointed)}
          <b>{formatClock(pointed)}</b>
        </span>
      )}
    </div>
  );
}

/** One file holds the pictures of the whole film, in rows. */
function cutOut({ url, every, columns, width, height }: Pictures, seconds: number): CSSProperties {
  const number = Math.floor(seconds / every);
  return {
    width,
    height,
    backgroundImage: `url(${JSON.stringify(mediaAddress(url))})`,
    backgroundPosition: `-${(number % columns) * width}px -${Math.floor(number / columns) * height}px`,
  };
}
