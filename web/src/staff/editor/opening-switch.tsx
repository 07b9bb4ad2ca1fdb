import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sentenceOf } from "../../api/calls.ts";
import { Choice } from "../../forms/choice.tsx";
import { putVideo, useNewest } from "../videos/use-admin-videos.ts";
import { TextLink } from "../table/text-link.tsx";

const HINT =
  "会員登録もログインもしていない方が、この動画とチャプターを見られます。最初のページで紹介され、検索サイトにも載ります。";

/** Opens the video to everybody. A change is stored at once. */
export function OpeningSwitch({ video: opened }: { video: AdminVideo }) {
  const client = useQueryClient();
  const { id, opened_at, status } = useNewest(opened);
  const change = useMutation({
    mutationFn: (is_open: boolean) =>
      call(contract.adminVideos.setOpening, { params: { id: String(id) }, body: { is_open } }),
    onSuccess: (video) => putVideo(client, video),
  });
  const isOpen = change.isPending ? change.variables : opened_at !== null;
  return (
    <div className="grid max-w-reading gap-2">
      <Choice
        label="だれでも見られるようにする"
        hint={HINT}
        checked={isOpen}
        onChange={({ target }) => !change.isPending && change.mutate(target.checked)}
      />
      {isOpen && status !== "published" && <p className="phrase">この動画が公開されると、無料公開も始まります。</p>}
      {opened_at !== null && status === "published" && (
        <p>
          <TextLink to={`/open/${id}`} reloadDocument>
            無料公開のページを開く
          </TextLink>
        </p>
      )}
      <p role="status" className="text-success">
        {change.isSuccess && (opened_at === null ? "無料公開を終了しました。" : "無料公開にしました。")}
      </p>
      {change.error && (
        <p role="alert" className="font-bold text-danger">
          {sentenceOf(change.error, "無料公開の設定に失敗しました。")}
        </p>
      )}
    </div>
  );
}
