import { contract } from "@manabiya/contract";
import type { AdminVideo, PlaybackState } from "@manabiya/contract/staff/videos.ts";
import { CircleAlert } from "lucide-react";
import { sentenceOf, useWrite } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { HOST_NAMES } from "../videos/video-form-values.ts";

/** Vimeo does not say whether a video is private or removed. */
const REASONS: Record<PlaybackState, (video: AdminVideo) => string> = {
  plays: () => "再生できます",
  private: ({ host }) => `${HOST_NAMES[host]}で非公開になっています`,
  removed: ({ host }) =>
    host === "file"
      ? "動画ファイルが見つかりません"
      : `${HOST_NAMES[host]}で${host === "vimeo" ? "削除されたか、非公開になっています" : "削除されています"}`,
  not_embeddable: ({ host }) => `${HOST_NAMES[host]}でこのサイトへの埋め込みが許可されていません`,
  unreadable: () => "動画ファイルが壊れています",
};

/** Asks the video's host now, and reports the answer. */
export function usePlaybackCheck(onDone: (message: string) => void) {
  const check = useWrite(contract.adminVideos.check, {
    onSuccess: ({ is_answered, video }) => {
      const { title, playback } = video;
      if (!is_answered || !playback) {
        onDone(`「${title}」を確認できませんでした。動画の配信サービスが応答していません。`);
      } else {
        onDone(`「${title}」を確認しました。${REASONS[playback.state](video)}。`);
      }
    },
  });
  return {
    checking: check.isPending ? check.variables.params.id : null,
    failure: check.error ? sentenceOf(check.error, "再生できるかを確認できませんでした。") : null,
    check: (video: AdminVideo) => check.mutate({ params: { id: String(video.id) } }),
  };
}

interface PlaybackNoteProps {
  video: AdminVideo;
  isChecking: boolean;
  onCheck: () => void;
  /** Absent: the form is open already. */
  onReplace?: () => void;
}

/** Says why members cannot play the video, and how many of them saved it. Nothing for other videos. */
export function PlaybackNote({ video, isChecking, onCheck, onReplace }: PlaybackNoteProps) {
  const { playback, title } = video;
  if (!playback?.is_confirmed || playback.state === "plays") return null;
  const since = formatDay(playback.refused_at ?? playback.checked_at);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-danger bg-danger-soft px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
        <p className="phrase min-w-0">
          <span className="font-bold">再生できません。{REASONS[playback.state](video)}。</span>
          <br />
          {since}に確認・保存している会員 {playback.saved_by.toLocaleString("ja-JP")}人
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {onReplace && (
          <Button className="px-4" onClick={onReplace} aria-label={`「${title}」を差し替える`}>
            差し替える
          </Button>
        )}
        <Button
          look="secondary"
          className="px-4"
          isBusy={isChecking}
          onClick={onCheck}
          aria-label={`「${title}」を今すぐ確認`}
        >
          今すぐ確認
        </Button>
      </div>
    </div>
  );
}
