import { ExternalLink, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { VideoDetail } from "../api/answers.ts";
import type { Failure } from "./player.ts";
import { ScrimButton, SCRIM_BUTTON } from "./controls/scrim-button.tsx";

const TEXTS: Record<Failure, { title: string; advice: string }> = {
  removed: {
    title: "この動画は現在公開されていません",
    advice: "動画の配信サービスで非公開になったか、削除されました。別の動画をお選びください。",
  },
  "embedding-refused": {
    title: "このページでは再生できない動画です",
    advice: "動画の配信サービスで、ほかのサイトでの再生が許可されていません。",
  },
  "referrer-missing": {
    title: "動画プレーヤーに接続できませんでした",
    advice:
      "ブラウザーや拡張機能で、参照元（どのサイトで再生しているかの情報、リファラー）の送信が止められていないかご確認ください。（エラー153）",
  },
  "wrong-id": { title: "動画が見つかりません", advice: "動画の登録に誤りがあるようです。別の動画をお選びください。" },
  unplayable: {
    title: "お使いの環境では再生できませんでした",
    advice: "再読み込みするか、別のブラウザーでお試しください。",
  },
  "file-missing": {
    title: "動画ファイルが見つかりません",
    advice: "お使いの環境の問題ではありません。お手数ですが、運営にお問い合わせください。",
  },
  "file-broken": {
    title: "動画ファイルを再生できませんでした",
    advice:
      "動画ファイルに問題があるようです。再読み込みしても再生できないときは、お手数ですが、運営にお問い合わせください。",
  },
  "player-silent": {
    title: "動画プレーヤーを読み込めませんでした",
    advice: "通信状況と、広告ブロックなどの拡張機能をご確認のうえ、再読み込みしてください。",
  },
  network: {
    title: "動画を読み込めませんでした",
    advice: "通信が途切れたようです。接続を確かめて、再読み込みしてください。",
  },
};

const HOSTS: Record<
  NonNullable<VideoDetail["host"]>,
  { name: string; page: (id: string, key: string) => string } | null
> = {
  youtube: { name: "YouTube", page: (id) => `https://www.youtube.com/watch?v=${encodeURIComponent(id)}` },
  vimeo: { name: "Vimeo", page: (id, key) => `https://vimeo.com/${encodeURIComponent(id)}${key && `/${key}`}` },
  file: null,
  hls: null,
};

interface FailurePanelProps {
  failure: Failure;
  video: Pick<VideoDetail, "host" | "video_id" | "host_hash">;
  onRetry: () => void;
  elsewhere: ReactNode;
}

/** Replaces the picture with the failure and its remedies. */
export function FailurePanel({ failure, video, onRetry, elsewhere }: FailurePanelProps) {
  const { title, advice } = TEXTS[failure];
  const host = HOSTS[video.host];
  return (
    <div
      role="alert"
      className="z-1 flex flex-col items-center justify-center gap-2 p-3 text-center text-on-scrim sm:gap-4"
    >
      <p className="flex items-center gap-2 font-bold sm:text-lg">
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-signal sm:size-6" />
        {title}
      </p>
      <p className="phrase text-xs sm:text-sm">{advice}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <ScrimButton look="signal" onClick={onRetry}>
          <RotateCw aria-hidden className="size-5" />
          再読み込み
        </ScrimButton>
        {elsewhere}
        {host && video.video_id !== null && (
          <a
            href={host.page(video.video_id, video.host_hash ?? "")}
            target="_blank"
            rel="noopener noreferrer"
            className={SCRIM_BUTTON.plain}
          >
            {host.name}で確認
            <ExternalLink aria-hidden className="size-4" />
            <span className="sr-only">（新しいタブで開きます）</span>
          </a>
        )}
      </div>
    </div>
  );
}
