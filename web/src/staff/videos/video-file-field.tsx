import { VIDEO_FILE_MAX_BYTES } from "@manabiya/contract/rules/stored-videos.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FileField } from "../../forms/fields.tsx";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { failureText } from "../../forms/show-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { durationOf, uploadVideoFile } from "./upload-video-file.ts";

interface VideoFileFieldProps {
  onUploading: (isUploading: boolean) => void;
  /** `duration` is in seconds; null if the browser cannot read it. */
  onUploaded: (video_id: string, duration: number | null, fileName: string) => void;
}

/** Uploads a video file as soon as it is chosen. The upload can be paused and resumed. */
export function VideoFileField({ onUploading, onUploaded }: VideoFileFieldProps) {
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string>();
  const [progress, setProgress] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const stop = useRef<AbortController>(null);
  const upload = useMutation({
    mutationFn: async (chosen: File) => {
      stop.current = new AbortController();
      const duration = await durationOf(chosen);
      const stored = await uploadVideoFile(chosen, { onProgress: setProgress, signal: stop.current.signal });
      return { ...stored, duration };
    },
    meta: { changes: [] },
    onMutate: () => onUploading(true),
    onSettled: () => onUploading(false),
    onSuccess: ({ video_id, duration }, { name }) => onUploaded(video_id, duration, name),
  });

  // The field disappears with another host, and then nothing needs the file.
  useEffect(() => () => stop.current?.abort(), []);

  function choose(chosen: File | null) {
    const isTooLarge = chosen !== null && chosen.size > VIDEO_FILE_MAX_BYTES;
    setFileError(isTooLarge ? "動画ファイルは4GB以下にしてください。" : undefined);
    setFile(isTooLarge ? null : chosen);
    setProgress(0);
    if (chosen !== null && !isTooLarge) start(chosen);
  }

  function start(chosen: File) {
    setStopped(false);
    upload.mutate(chosen);
  }

  return (
    <div className="grid gap-3">
      <FileField
        label="動画ファイル"
        hint="MP4またはWebM、4GBまで。選ぶとすぐにアップロードが始まります。"
        accept="video/mp4,video/webm"
        disabled={upload.isPending}
        error={fileError}
        onChange={choose}
      />
      {(upload.isPending || isStopped) && <ProgressBar label="動画をアップロードしています" progress={progress} />}
      {upload.isPending && (
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() => {
            setStopped(true);
            stop.current?.abort();
          }}
        >
          一時停止
        </Button>
      )}
      {upload.isError && file !== null && (
        <>
          {!isStopped && (
            <Banner tone="danger">{failureText(upload.error, "動画のアップロードに失敗しました。")}</Banner>
          )}
          <Button look="secondary" className="justify-self-start" onClick={() => start(file)}>
            続きからアップロード
          </Button>
        </>
      )}
      {upload.isSuccess && <Banner tone="success">動画ファイルをアップロードしました。</Banner>}
      {upload.data?.warning !== undefined && <Banner tone="notice">{upload.data.warning}</Banner>}
    </div>
  );
}
