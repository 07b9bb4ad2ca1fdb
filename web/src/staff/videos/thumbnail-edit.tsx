import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FileField } from "../../forms/fields.tsx";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { sendForm, shrinkPicture } from "../../forms/file-transfer.ts";
import { sentenceOf, useWrite } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { putVideo } from "./use-admin-videos.ts";

interface ThumbnailEditProps {
  video: AdminVideo;
  /** A picture changes the video's version, so the form must not be saved meanwhile. */
  onSending: (isSending: boolean) => void;
  /** The typed address of a picture, which is stored with the other fields. Null: unchanged. */
  address: string | null;
  onAddress: (address: string | null) => void;
  addressError: string | undefined;
}

/** A chosen picture is stored at once, and replaces a typed address. */
export function ThumbnailEdit({ video, onSending, address, onAddress, addressError }: ThumbnailEditProps) {
  const client = useQueryClient();
  const params = { id: String(video.id) };
  const [progress, setProgress] = useState(0);
  const outcome = {
    onMutate: () => onSending(true),
    onSettled: () => onSending(false),
    onSuccess: (changed: AdminVideo) => {
      putVideo(client, changed);
      onAddress(null);
    },
  };
  const set = useMutation({
    mutationFn: async (picture: File) => {
      const thumbnail = await shrinkPicture(picture);
      return sendForm(contract.adminVideos.setThumbnail, { params, body: { thumbnail }, onProgress: setProgress });
    },
    ...outcome,
  });
  const remove = useWrite(contract.adminVideos.removeThumbnail, { ...outcome });
  const error = set.error ?? remove.error;
  return (
    <div className="grid items-start gap-4 @xl:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="overflow-hidden rounded-lg border">
        {/* The key resets the load error of the previous picture. */}
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
        <TextField
          label="サムネイルのURL"
          hint="URLを変更した場合は、「保存」を押すと反映されます。"
          maxLength={2000}
          autoCapitalize="none"
          spellCheck={false}
          value={address ?? video.thumbnail ?? ""}
          onChange={({ target: { value } }) => onAddress(value === (video.thumbnail ?? "") ? null : value)}
          error={addressError}
        />
        {set.isPending && <ProgressBar label="画像を送信しています" progress={progress} />}
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
