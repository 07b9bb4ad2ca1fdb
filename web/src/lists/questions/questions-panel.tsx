import { contract } from "@manabiya/contract";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useRead } from "../../api/calls.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { takeFocus } from "../../ui/page/take-focus.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { AskForm } from "./ask-form.tsx";
import { QuestionItem } from "./question-item.tsx";

const SENT = "質問を送信しました。回答が届くと、ここに表示し、メールでもお知らせします（メールは設定で停止できます）。";

/** Of a member who has not asked yet. The name of the account is never shown to others. */
const NICKNAME = "受講者";

const START = { look: "secondary", className: "justify-self-start" } as const;

interface QuestionsPanelProps {
  video: { id: number; duration: number | null };
  /** Grows with each press of the key that opens the form; 0: the form is closed, -1: it appears again after a reload. */
  form: number;
  onForm: (form: number) => void;
  /** The player's present second. */
  secondNow: () => number;
  onSeek: (seconds: number) => void;
}

/** The questions about the playing video, by their seconds. Loaded on demand. */
export default function QuestionsPanel({ video, form, onForm, secondNow, onSeek }: QuestionsPanelProps) {
  const found = useRead(contract.questions.ofVideo, { params: { id: String(video.id) } });
  const [isSent, setSent] = useState(false);
  const linked = useSearchParams()[0].get("question");
  /** The button replaces the form, and takes the focus. */
  const [hasCancelled, setCancelled] = useState(false);
  const { data } = found;
  if (found.isLoadingError) return <Failure query={found} message="質問を読み込めませんでした。" />;
  if (!data) return <SkeletonGroup label="質問を読み込み中" className="grid gap-3 p-4" blocks={["h-target", "h-40"]} />;
  return (
    <div className="grid content-start gap-4 p-4 xl:min-h-0 xl:overflow-y-auto">
      {data.is_blocked ? (
        <Banner tone="notice">スタッフの設定により、質問を送信できません。届いた回答はご覧いただけます。</Banner>
      ) : form !== 0 ? (
        <AskForm
          key={form}
          videoId={video.id}
          corrected={null}
          begun={{ second: Math.floor(secondNow()), text: "", nickname: data.nickname ?? NICKNAME, is_public: true }}
          takesFocus={form > 0}
          onClose={(isDone) => {
            setSent(isDone);
            setCancelled(!isDone);
            onForm(0);
          }}
        />
      ) : (
        <Button {...START} ref={hasCancelled ? takeFocus : null} onClick={() => onForm(1)}>
          この場面について質問する
        </Button>
      )}
      <DoneBanner message={isSent ? SENT : null} takesFocus />
      {data.results.length === 0 ? (
        form === 0 && <p className="phrase text-muted">質問はまだありません。</p>
      ) : (
        <ol aria-label="質問の一覧" className="grid">
          {data.results.map((question) => (
            <QuestionItem
              key={question.id}
              question={question}
              isLinked={String(question.id) === linked}
              mayCorrect={!data.is_blocked}
              video={{ id: video.id, duration: video.duration, onSeek }}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
