import { contract, type OutputOf } from "@manabiya/contract";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { useState } from "react";
import { sentenceOf, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { ClockTime } from "../../catalogue/videos/clock-time.tsx";
import { TextWithLinks } from "../../catalogue/text/text-with-links.tsx";
import { TextArea } from "../../forms/fields.tsx";
import { takeFocus } from "../../ui/page/take-focus.ts";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { AskForm } from "./ask-form.tsx";
import { hasDraft } from "./question-draft.ts";
import { QuestionPicture } from "./question-picture.tsx";

type Question = OutputOf<typeof contract.questions.ofVideo>["results"][number];

interface QuestionItemProps {
  question: Question;
  /** A mail's link leads to it. */
  isLinked: boolean;
  /** Staff let the member ask no more, if not. */
  mayCorrect: boolean;
  video: { id: number; duration: number | null; onSeek: (seconds: number) => void };
}

/** A member's words stay plain text; only those of staff have links. */
export function QuestionItem({ question, isLinked, mayCorrect, video }: QuestionItemProps) {
  const { id, second, text, nickname, is_public, is_own, state, answer } = question;
  const [isCorrecting, setCorrecting] = useState(() => is_own && answer === null && hasDraft(video.id, id));
  /** The form and the button that opened it replace each other, and the focus follows. */
  const [isPressed, setPressed] = useState(false);
  function correct(isOn: boolean): void {
    setPressed(true);
    setCorrecting(isOn);
  }
  return (
    <li ref={isLinked ? bringIntoView : null} className="grid gap-2 border-b py-3 first:pt-0 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3">
        <button type="button" onClick={() => video.onSeek(second)} className="link">
          <span aria-hidden>▶&nbsp;</span>
          <ClockTime seconds={second} text={formatClock(second)} />
        </button>
        <span className="text-xs wrap-anywhere text-muted">{is_own ? "ご自分の質問" : `${nickname}さん`}</span>
        {is_own && !is_public && <span className="text-xs text-muted">スタッフだけに公開</span>}
      </p>
      {isCorrecting ? (
        <AskForm
          videoId={video.id}
          corrected={id}
          begun={{ second, text, nickname, is_public }}
          takesFocus={isPressed}
          onClose={() => correct(false)}
        />
      ) : (
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      )}
      {question.has_picture && <QuestionPicture read={contract.questions.picture} id={id} />}
      {answer === null ? (
        <p className="text-xs text-muted">回答をお待ちください</p>
      ) : (
        <div className="grid gap-1 border-l-4 border-signal pl-3">
          <p className="text-xs font-bold">回答</p>
          <p className="whitespace-pre-line wrap-anywhere">
            <TextWithLinks text={answer} video={video} />
          </p>
        </div>
      )}
      {state === "hidden" && <p className="phrase text-xs">スタッフが非表示にしました。ほかの会員には見えません。</p>}
      {!is_own && <OthersActions question={question} />}
      {is_own && !isCorrecting && (
        <div className="flex flex-wrap gap-x-2">
          {answer === null && state !== "hidden" && mayCorrect && (
            <Button ref={isPressed ? takeFocus : null} look="quiet" className="text-xs" onClick={() => correct(true)}>
              修正する
            </Button>
          )}
          {(answer === null || !is_public) && <Withdrawal id={id} />}
        </div>
      )}
    </li>
  );
}

const bringIntoView = (item: HTMLElement | null) => item?.scrollIntoView({ block: "nearest" });

const CHANGES = { changes: [contract.questions.ofVideo] };

function Withdrawal({ id }: Pick<Question, "id">) {
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending, error } = useWrite(contract.questions.withdraw, CHANGES);
  return (
    <>
      <Button look="quiet" className="text-xs" onClick={() => setConfirming(true)}>
        取り下げる
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="この質問を取り下げますか？"
          confirmLabel="取り下げる"
          isBusy={isPending}
          error={error ? sentenceOf(error, "質問を取り下げられませんでした。") : undefined}
          onConfirm={() => mutate({ params: { id } })}
          onClose={() => setConfirming(false)}
        >
          質問と回答が削除され、元に戻せません。
        </ConfirmDialog>
      )}
    </>
  );
}

function OthersActions({ question: { id, answer, wants, is_wanted } }: { question: Question }) {
  const want = useWrite(contract.questions.want, CHANGES);
  const [isReporting, setReporting] = useState(false);
  const [reason, setReason] = useState("");
  const report = useWrite(contract.questions.report, { ...CHANGES, onSuccess: () => setReporting(false) });
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      {answer === null && (
        <Button
          look="secondary"
          isBusy={want.isPending}
          onClick={() => want.mutate({ params: { id }, body: { is_wanted: !is_wanted } })}
        >
          {is_wanted ? "私も知りたい（取り消す）" : "私も知りたい"}
        </Button>
      )}
      {wants > 0 && <span className="text-xs text-muted">「私も知りたい」{wants}人</span>}
      {report.isSuccess ? (
        <p role="status" className="text-xs text-muted">
          スタッフに報告しました。
        </p>
      ) : (
        <Button look="quiet" className="ml-auto text-xs" onClick={() => setReporting(true)}>
          報告する
        </Button>
      )}
      <MutationState of={want} failed="保存できませんでした。" />
      {isReporting && (
        <FormDialog
          title="この質問を報告しますか？"
          text="宣伝や、ほかの人を傷つける内容などを、スタッフに知らせます。報告した方の名前は、スタッフにも表示されません。"
          state={{
            failure: report.error ? sentenceOf(report.error, "報告を送信できませんでした。") : undefined,
            isSaving: report.isPending,
            onSubmit: () => report.mutate({ params: { id }, body: { reason } }),
          }}
          confirmLabel="報告する"
          onClose={() => setReporting(false)}
        >
          <TextArea label="理由" rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
        </FormDialog>
      )}
    </div>
  );
}
