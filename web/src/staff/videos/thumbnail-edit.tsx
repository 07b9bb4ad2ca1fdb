import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FileField } from "../../forms/fields.tsx";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { sendForm } from "../../forms/file-transfer.ts";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";
import { shrinkPicture } from "./shrink-picture.ts";
import { putIntoLists } from "./use-admin-videos.ts";

interface ThumbnailEditProps {
  video: AdminVideo;
  onChanged: (video: AdminVideo) => void;
}

/** The picture of a video; a new one is stored as soon as it is chosen. */
export function ThumbnailEdit({ video, onChanged }: ThumbnailEditProps) {
  const client = useQueryClient();
  const params = { id: String(video.id) };
  const [share, setShare] = useState(0);
  const onSuccess = (changed: AdminVideo) => {
    putIntoLists(client, changed);
    onChanged(changed);
  };
  const set = useMutation({
    mutationFn: async (picture: File) => {
      const thumbnail = await shrinkPicture(picture);
      return sendForm(staff.adminVideos.setThumbnail, { params, body: { thumbnail }, onProgress: setShare });
    },
    onSuccess,
  });
  const remove = useMutation({ ...mutation(staff.adminVideos.removeThumbnail), onSuccess });
  const error = set.error ?? remove.error;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="overflow-hidden rounded-lg border">
        {/* One that did not load says nothing of the next one. */}
        <Thumbnail key={video.thumbnail} video={video} sizes="12rem" />
      </div>
      <div className="grid gap-3">
        <FileField
          label="サムネイル画像"
          hint="選ぶとすぐに差し替わります。JPEG・PNG・WebP、10MBまで。"
          accept="image/*"
          error={error ? sentenceOf(error, "サムネイルの更新に失敗しました。") : undefined}
          onChange={(file) => file && set.mutate(file)}
        />
        {set.isPending && <ProgressBar label="画像を送信しています" share={share} />}
        {video.thumbnail !== null && (
          <Button
            look="secondary"
            className="justify-self-start"
            isBusy={remove.isPending}
            onClick={() => remove.mutate({ params })}
          >
            サムネイルを外す
          </Button>
        )}
      </div>
    </div>
  );
}
