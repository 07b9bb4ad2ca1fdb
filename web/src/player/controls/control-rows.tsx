import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import {
  ClosedCaption,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from "lucide-react";
import { MediaActionTypes as Action, useMediaDispatch, useMediaSelector } from "media-chrome/react/media-store";
import { useEffect, useImperativeHandle } from "react";
import { mediaAddress } from "../../api/media-address.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { ControlBarProps } from "./control-bar-props.ts";
import { showOnLockScreen } from "./lock-screen.ts";
import { storePreferences } from "./preferences.ts";
import { QualityMenu } from "./quality-menu.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { RATES } from "./shortcut-effects.ts";
import type { Shortcut } from "./shortcuts.ts";
import { usePointer } from "./use-pointer.ts";
import "./control-bar.css";

export function ControlRows({
  video,
  media,
  stage,
  choice,
  pictures,
  chapters,
  isTheatre,
  isCovered,
  perform,
  ref,
}: ControlBarProps & { stage: HTMLElement }) {
  const dispatch = useMediaDispatch();
  const isPaused = useMediaSelector(({ mediaPaused = true }) => mediaPaused);
  const hasCaptions = useMediaSelector(({ mediaSubtitlesList = [] }) => mediaSubtitlesList.length > 0);
  const showsCaptions = useMediaSelector(({ mediaSubtitlesShowing = [] }) => mediaSubtitlesShowing.length > 0);
  const isFullscreen = useMediaSelector(({ mediaIsFullscreen = false }) => mediaIsFullscreen);
  const isPictureInPicture = useMediaSelector(({ mediaIsPip = false }) => mediaIsPip);
  const hasFullscreen = useMediaSelector(({ mediaFullscreenUnavailable }) => mediaFullscreenUnavailable === undefined);
  const hasPictureInPicture = useMediaSelector(({ mediaPipUnavailable }) => mediaPipUnavailable === undefined);
  const isAwake = usePointer({ media, stage, isPaused, perform });

  useEffect(() => {
    const picture = video.thumbnail === null ? null : mediaAddress(video.thumbnail);
    return showOnLockScreen(media, { title: video.title, picture });
  }, [media, video.title, video.thumbnail]);

  function toggleCaptions(): string {
    if (!hasCaptions) return "この動画に字幕はありません";
    const isOn = !showsCaptions;
    dispatch({ type: "optionschangerequest", detail: { defaultSubtitles: isOn } });
    dispatch({ type: Action.MEDIA_TOGGLE_SUBTITLES_REQUEST, detail: isOn });
    storePreferences({ captions: isOn });
    return isOn ? "字幕オン" : "字幕オフ";
  }

  function toggleFullscreen(): undefined {
    dispatch({ type: isFullscreen ? Action.MEDIA_EXIT_FULLSCREEN_REQUEST : Action.MEDIA_ENTER_FULLSCREEN_REQUEST });
  }

  useImperativeHandle(ref, () => ({ toggle: (what) => (what === "captions" ? toggleCaptions() : toggleFullscreen()) }));

  /** A button and the key that does the same. */
  const press: Press = (keyName, shortcut) => ({ keyName, onClick: () => perform(shortcut) });

  return (
    <div className="control-bar" data-awake={isAwake || undefined} hidden={isCovered}>
      <div className="control-rows" role="group" aria-label="動画の操作">
        <SeekBar chapters={chapters} questions={video.question_seconds} pictures={pictures} />
        <div className="control-row">
          <div className="control-middle">
            <Control icon={RotateCcw} label="10秒戻る" {...press("j", { type: "skip", seconds: -10 })} />
            <Control
              icon={isPaused ? Play : Pause}
              label={isPaused ? "再生" : "一時停止"}
              {...press("k", { type: "toggle" })}
            />
            <Control icon={RotateCw} label="10秒進む" {...press("l", { type: "skip", seconds: 10 })} />
          </div>
          <Volume press={press} />
          <Time />
          <Rate />
          {choice && <QualityMenu {...choice} />}
          {hasCaptions && (
            <Control
              icon={ClosedCaption}
              label="字幕"
              aria-pressed={showsCaptions}
              {...press("c", { type: "captions" })}
            />
          )}
          {hasPictureInPicture && (
            <Control
              icon={PictureInPicture2}
              label="ピクチャーインピクチャー"
              className="control-picture"
              aria-pressed={isPictureInPicture}
              onClick={() =>
                dispatch({ type: isPictureInPicture ? Action.MEDIA_EXIT_PIP_REQUEST : Action.MEDIA_ENTER_PIP_REQUEST })
              }
            />
          )}
          {!isFullscreen && (
            <Control
              icon={RectangleHorizontal}
              label="シアターモード"
              className="control-theatre"
              aria-pressed={isTheatre}
              {...press("t", { type: "theatre" })}
            />
          )}
          {hasFullscreen && (
            <Control
              icon={isFullscreen ? Minimize : Maximize}
              label={isFullscreen ? "全画面表示を終了" : "全画面表示"}
              {...press("f", { type: "fullscreen" })}
            />
          )}
        </div>
      </div>
    </div>
  );
}

type Press = (keyName: string, shortcut: Shortcut) => { keyName: string; onClick: () => void };

/** @param keyName shown in the tooltip */
function Control({ keyName, ...rest }: Parameters<typeof IconButton>[0] & { keyName?: string }) {
  const hint = keyName && { "aria-keyshortcuts": keyName, title: `${rest.label}（${keyName.toUpperCase()}）` };
  return <IconButton {...rest} {...hint} />;
}

/** The slider is for pointers and keys; phones have buttons for the volume. */
function Volume({ press }: { press: Press }) {
  const dispatch = useMediaDispatch();
  const volume = useMediaSelector(({ mediaVolume = 1 }) => mediaVolume);
  const isMuted = useMediaSelector(({ mediaMuted = false }) => mediaMuted);
  const isFixed = useMediaSelector(({ mediaVolumeUnavailable }) => mediaVolumeUnavailable !== undefined);
  return (
    <>
      <Control
        icon={isMuted || volume === 0 ? VolumeX : Volume2}
        label={isMuted ? "ミュート解除" : "ミュート"}
        {...press("m", { type: "mute" })}
      />
      {!isFixed && (
        <input
          type="range"
          className="control-volume"
          aria-label="音量"
          data-uses="arrows"
          min={0}
          max={1}
          step={0.05}
          value={isMuted ? 0 : volume}
          aria-valuetext={`${isMuted ? 0 : Math.round(volume * 100)}%`}
          onChange={({ target }) => dispatch({ type: Action.MEDIA_VOLUME_REQUEST, detail: target.valueAsNumber })}
        />
      )}
    </>
  );
}

function Time() {
  const time = useMediaSelector(({ mediaCurrentTime = 0 }) => Math.floor(mediaCurrentTime));
  const duration = useMediaSelector(({ mediaDuration = NaN }) => mediaDuration);
  return (
    // The seek bar says it in words.
    <span aria-hidden className="control-time">
      {formatClock(time)} / {Number.isFinite(duration) ? formatClock(duration) : "--:--"}
    </span>
  );
}

function Rate() {
  const dispatch = useMediaDispatch();
  const rate = useMediaSelector(({ mediaPlaybackRate = 1 }) => mediaPlaybackRate);
  // Another player of this browser may have stored a speed between ours.
  const rates = RATES.includes(rate) ? RATES : [...RATES, rate].toSorted((a, b) => a - b);
  return (
    <select
      className="control-choice"
      aria-label="再生速度"
      aria-keyshortcuts="< >"
      title="再生速度（< >）"
      data-uses="digits"
      value={rate}
      onChange={({ target }) => dispatch({ type: Action.MEDIA_PLAYBACK_RATE_REQUEST, detail: Number(target.value) })}
    >
      {rates.map((each) => (
        <option key={each} value={each}>
          {each}倍
        </option>
      ))}
    </select>
  );
}
