import { contract } from "@manabiya/contract";
import type { SitePicture, SitePictureKind } from "@manabiya/contract/site/form.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { query, sentenceOf, useRead } from "../../api/calls.ts";
import { FileField } from "../../forms/fields.tsx";
import { sendForm, shrinkPicture } from "../../forms/file-transfer.ts";
import { ProgressBar } from "../../forms/progress-bar.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** Addresses of a picture. */
export type ShownPicture = Omit<SitePicture, "id">;

interface PictureFieldProps {
  kind: SitePictureKind;
  label: string;
  /** The product's own picture; null: there is none. */
  standard: ShownPicture | null;
  hint: string;
  /** Empty: the product's own picture. */
  id: string;
  error: string | undefined;
  onChange: (id: string) => void;
  onSending?: (isSending: boolean) => void;
  children: (shown: ShownPicture) => ReactNode;
}

/** A chosen picture is stored at once, and visitors see it after the form was saved. */
export function PictureField({
  kind,
  label,
  standard,
  hint,
  id,
  error,
  onChange,
  onSending,
  children,
}: PictureFieldProps) {
  const client = useQueryClient();
  const [progress, setProgress] = useState(0);
  /** Empties the file field, whose file is no longer the picture. */
  const [removals, setRemovals] = useState(0);
  // An id derives from the content.
  const stored = useRead(contract.adminSite.picture, { params: { id } }, { enabled: id !== "", staleTime: Infinity });
  const shown = id === "" ? standard : stored.data;
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const picture = await shrinkPicture(file);
      return sendForm(contract.adminSite.addPicture, { body: { kind, picture }, onProgress: setProgress });
    },
    onMutate: () => onSending?.(true),
    onSettled: () => onSending?.(false),
    onSuccess: (picture) => {
      client.setQueryData(query(contract.adminSite.picture, { params: { id: picture.id } }).queryKey, picture);
      onChange(picture.id);
    },
  });
  const removal = standard === null ? "外す" : "標準の画像に戻す";
  const failure = upload.error ? sentenceOf(upload.error, "画像を保存できませんでした。") : error;
  return (
    <div className="grid gap-3">
      <FileField
        key={removals}
        label={label}
        hint={`${hint}PNG・JPEG・WebP、10MBまで。`}
        accept="image/png,image/jpeg,image/webp"
        error={failure}
        onChange={(file) => file && upload.mutate(file)}
      />
      {upload.isPending && <ProgressBar label="画像を送信しています" progress={progress} />}
      {shown && children(shown)}
      {shown === undefined && stored.isError && (
        <p className="text-sm text-muted">画像のプレビューを表示できませんでした。</p>
      )}
      {shown === undefined && !stored.isError && <Skeleton className="h-24" />}
      {id !== "" && (
        <Button
          look="quiet"
          className="justify-self-start"
          aria-label={`${label}を${removal}`}
          onClick={() => {
            upload.reset();
            setRemovals(removals + 1);
            onChange("");
          }}
        >
          {removal}
        </Button>
      )}
    </div>
  );
}
