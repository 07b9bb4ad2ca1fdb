import { contract } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";

/** Downloads the member's stored data as a file. */
export function ExportBlock() {
  const download = useMutation({
    ...mutation(contract.profile.export, { changes: [] }),
    onSuccess: (data) => saveFile("account-data.json", "application/json", JSON.stringify(data, null, 2)),
  });
  return (
    <ProfileBlock title="データのダウンロード">
      <p className="phrase max-w-reading">
        プロフィール、お気に入り、視聴履歴など、ご本人について保存しているデータを1つのファイル（JSON形式）で受け取れます。
      </p>
      {download.error && (
        <Banner tone="danger" className="mt-4">
          {sentenceOf(download.error, "データのダウンロードに失敗しました。もう一度お試しください。")}
        </Banner>
      )}
      <Button look="secondary" className="mt-4" isBusy={download.isPending} onClick={() => download.mutate({})}>
        データをダウンロード
      </Button>
    </ProfileBlock>
  );
}
