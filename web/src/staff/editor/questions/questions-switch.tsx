import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sentenceOf } from "../../../api/calls.ts";
import { Choice } from "../../../forms/choice.tsx";
import { putVideo, useNewest } from "../../videos/use-admin-videos.ts";

/** Lets members ask about the video. A change is stored at once. */
export function QuestionsSwitch({ video: opened }: { video: AdminVideo }) {
  const client = useQueryClient();
  const { id, takes_questions } = useNewest(opened);
  const change = useMutation({
    mutationFn: (chosen: boolean) =>
      call(contract.adminVideos.takeQuestions, { params: { id: String(id) }, body: { takes_questions: chosen } }),
    onSuccess: (video) => putVideo(client, video),
  });
  return (
    <div className="grid max-w-reading gap-2">
      <Choice
        type="checkbox"
        label="この動画への質問を受け付ける"
        hint="受け付けない間は、以前の質問と回答も表示しません。"
        checked={change.isPending ? change.variables : takes_questions}
        onChange={({ target }) => !change.isPending && change.mutate(target.checked)}
      />
      <p role="status" className="text-success">
        {change.isSuccess && (takes_questions ? "質問を受け付けます。" : "質問の受け付けを停止しました。")}
      </p>
      {change.error && (
        <p role="alert" className="font-bold text-danger">
          {sentenceOf(change.error, "質問の設定に失敗しました。")}
        </p>
      )}
    </div>
  );
}
