import { contract } from "@manabiya/contract";
import type { AdminQuestion } from "@manabiya/contract/lists/admin-questions.ts";
import type { DocumentVersion } from "@manabiya/contract/site/documents.ts";
import type { LandingContent } from "@manabiya/contract/site/landing/content.ts";
import { type AdminVideo, VIDEO_DESCRIPTION_MAX } from "@manabiya/contract/staff/videos.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call, useWrite } from "../../../api/calls.ts";
import { MutationState } from "../../../api/mutation-state.tsx";
import { useProfile } from "../../../api/profile.ts";
import { keepText, recoverText } from "../../../forms/recoverable-text.ts";
import { Button } from "../../../ui/button.tsx";
import { newestOf, putVideo } from "../../videos/use-admin-videos.ts";
import { withEntry } from "./entry.ts";

interface ReuseProps {
  question: AdminQuestion;
  video: AdminVideo;
  onDone: (message: string) => void;
}

/** An answered question that others see can help where more people look. */
export function Reuse({ question, video, onDone }: ReuseProps) {
  const { data: profile } = useProfile();
  if (!question.is_public || question.state !== "shown" || question.answer === null) return null;
  return (
    <div className="grid justify-items-start gap-3">
      <ToDescription question={question} video={video} onDone={onDone} />
      {profile?.is_superuser === true && <ToFaq question={question} />}
    </div>
  );
}

function ToDescription({ question, video, onDone }: ReuseProps) {
  const client = useQueryClient();
  const { id, description, revision } = newestOf(client, video);
  const adding = useWrite(contract.adminVideos.describe, {
    onSuccess: (saved) => {
      putVideo(client, saved);
      onDone("動画の概要文の最後に、質問と回答を追加しました。「操作の記録」から元に戻せます。");
    },
    // Another editor changed the video: the next press adds to that text.
    onError: () => client.invalidateQueries({ queryKey: [contract.adminVideos.get.url] }),
  });
  const longer = withEntry(description, question);
  if (longer === description) return <p className="text-sm text-muted">概要文に追加済みです。</p>;
  if (longer.length > VIDEO_DESCRIPTION_MAX) {
    const max = VIDEO_DESCRIPTION_MAX.toLocaleString("ja");
    return <p className="phrase text-sm text-muted">概要文が{max}文字を超えるため、質問と回答を追加できません。</p>;
  }
  return (
    <>
      <Button
        look="secondary"
        isBusy={adding.isPending}
        onClick={() => adding.mutate({ params: { id: String(id) }, body: { description: longer, revision } })}
      >
        概要文に追加
      </Button>
      <MutationState of={adding} failed="概要文に追加できませんでした。" />
    </>
  );
}

type Version = DocumentVersion<LandingContent>;

/** The name of the page's form, which recovers what was typed. */
const PAGE = "landing-a";

/** The entry waits in the page's form as typed text, to be shortened and published there. */
function ToFaq({ question: { text, answer } }: Pick<ReuseProps, "question">) {
  const navigate = useNavigate();
  const adding = useMutation({
    mutationFn: async () => {
      const typed = recoverText(PAGE) as { record: Version; values: LandingContent } | null;
      const record = typed?.record ?? (await call(contract.landingA.read)).current;
      const { faq, ...others } = typed?.values ?? record.content;
      const questions = [...faq.questions, { question: text, answer: answer ?? "", href: "", label: "" }];
      keepText(PAGE, { record, values: { ...others, faq: { ...faq, questions } } });
    },
    onSuccess: () => void navigate("/admin/landing#faq"),
    meta: { changes: [] },
  });
  return (
    <>
      <Button look="secondary" isBusy={adding.isPending} onClick={() => adding.mutate()}>
        よくある質問に追加
      </Button>
      <p className="phrase text-xs text-muted">
        「会員登録の案内」の編集画面に、最後の質問として入力します。公開するまで、ページは変わりません。
      </p>
      <MutationState of={adding} failed="よくある質問に追加できませんでした。" />
    </>
  );
}
