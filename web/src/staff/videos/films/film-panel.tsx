import { contract } from "@manabiya/contract";
import type { Film, FilmReason } from "@manabiya/contract/staff/video-files.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, query, sentenceOf } from "../../../api/calls.ts";
import { ProgressBar } from "../../../forms/progress-bar.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Loading } from "../../../ui/spinner.tsx";
import { sizeText } from "./size-text.ts";

/** Milliseconds between two looks at a preparation. */
const LOOK_EVERY = 3_000;

const REASONS: Record<FilmReason, string> = {
  "not-a-film": "動画ファイルではないため、準備できません。別のファイルに差し替えてください。",
  "no-picture": "映像がないファイルのため、準備できません。別のファイルに差し替えてください。",
  cut: "動画ファイルが途中で切れているため、準備できません。書き出し直したファイルに差し替えてください。",
  gone: "動画ファイルが見つからないため、準備できません。アップロードし直してください。",
  failed: "準備を何度か試しましたが、完了できませんでした。MP4（H.264）で書き出し直したファイルに差し替えてください。",
  storage_full: "保存先の空き容量が足りないため、待っています。空きができると、自動で再開します。",
  storage_unavailable: "ファイルの保存先に接続できないため、待っています。接続できると、自動で再開します。",
};

/** The qualities in which members get an uploaded film, and the space that it takes. */
export function FilmPanel({ videoId }: { videoId: number }) {
  const client = useQueryClient();
  const params = { id: String(videoId) };
  const reading = query(contract.adminFilms.get, { params });
  const film = useQuery({ ...reading, refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_EVERY : false) });
  const change = useMutation({
    mutationFn: (name: "prepare" | "cancel") => call(contract.adminFilms[name], { params }),
    onSuccess: (found) => client.setQueryData(reading.queryKey, found),
    meta: { changes: [] },
  });
  return (
    <Loaded query={film} skeleton={<Loading />} message="画質の準備の状況を読み込めませんでした。">
      {(found) => (
        <div className="grid max-w-reading gap-3">
          <State film={found} />
          {(isUnderWay(found) || (found.state !== "ready" && found.is_available)) && (
            <div>
              <Button
                look="secondary"
                isBusy={change.isPending}
                onClick={() => change.mutate(isUnderWay(found) ? "cancel" : "prepare")}
              >
                {isUnderWay(found) ? "準備を中止" : "画質を準備"}
              </Button>
            </div>
          )}
          <Sizes film={found} />
          {change.error && (
            <p role="alert" className="font-bold text-danger">
              {sentenceOf(change.error, "画質の準備を開始または中止できませんでした。")}
            </p>
          )}
        </div>
      )}
    </Loaded>
  );
}

const isUnderWay = (film: Film | undefined) => film?.state === "waiting" || film?.state === "preparing";

function State({ film }: { film: Film }) {
  const { state, reason, is_available, percent, seconds_left, qualities } = film;
  if (!is_available && state !== "ready") {
    return <p className="phrase">サーバーに変換ソフト（ffmpeg）がないため、元の動画をそのまま配信します。</p>;
  }
  if (state === "preparing") {
    const minutes = seconds_left === null ? null : Math.max(1, Math.ceil(seconds_left / 60));
    return (
      <>
        <ProgressBar label="回線に合わせて切り替わる画質を準備しています" progress={percent / 100} />
        <p className="phrase text-muted">
          {minutes === null ? "残り時間を計算しています。" : `残り約${minutes.toLocaleString("ja")}分です。`}
          このページを閉じても、準備は続きます。動画は準備中も視聴できます。
        </p>
      </>
    );
  }
  if (reason !== null) return <Banner tone={state === "refused" ? "danger" : "notice"}>{REASONS[reason]}</Banner>;
  if (state === "waiting") return <p className="phrase">準備の順番を待っています。待機中も動画は視聴できます。</p>;
  if (state === "ready") {
    return (
      <p className="phrase">回線に合わせて画質が切り替わります（{qualities.map((side) => `${side}p`).join("、")}）。</p>
    );
  }
  return <p className="phrase">アップロードした動画を、1つの画質で配信しています。</p>;
}

function Sizes({ film: { has_original, original_bytes, prepared_bytes } }: { film: Film }) {
  if (original_bytes + prepared_bytes === 0) return null;
  return (
    <p className="phrase text-muted">
      保存容量：{sizeText(original_bytes + prepared_bytes)}（
      {has_original ? `元のファイル${sizeText(original_bytes)}、` : "元のファイルなし、"}画質ごとのファイル
      {sizeText(prepared_bytes)}）
    </p>
  );
}
