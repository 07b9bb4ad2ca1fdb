import { contract } from "@manabiya/contract";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import type { AdminQuestion } from "@manabiya/contract/lists/admin-questions.ts";
import { useRef } from "react";
import { Link } from "react-router";
import { call, useRead, useWrite } from "../../../api/calls.ts";
import { MutationState } from "../../../api/mutation-state.tsx";
import { invalidate } from "../../../api/query-client.ts";
import { ClockTime } from "../../../catalogue/videos/clock-time.tsx";
import { spokenDuration } from "../../../catalogue/videos/duration.ts";
import { TextArea } from "../../../forms/fields.tsx";
import { RecordForm } from "../../../forms/record-form.tsx";
import { useRecordForm } from "../../../forms/use-record-form.ts";
import { QuestionPicture } from "../../../lists/questions/question-picture.tsx";
import type { VideoPlayerHandle } from "../../../player/video-player.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatMinute } from "../../../ui/date.ts";
import { NotLoaded } from "../../../ui/loaded.tsx";
import { EditorPlayer, useEditorPlayer } from "../editor-player.tsx";
import { Reuse } from "./reuse.tsx";

/** Seconds. The player starts a little before the question's place. */
const BEFORE = 10;

interface QuestionItemProps {
  question: AdminQuestion;
  isOpen: boolean;
  onOpen: () => void;
  /** Receives the sentence that the list shows, because the question may leave it. */
  onDone: (message: string) => void;
}

export function QuestionItem({ question, isOpen, onOpen, onDone }: QuestionItemProps) {
  const { video_title, second, chapter, text, nickname, is_public, member, is_blocked, asked_at, wants, reports } =
    question;
  return (
    <li className="grid gap-3 rounded-lg border p-4">
      <p className="font-bold wrap-anywhere">
        {video_title} <ClockTime seconds={second} text={formatClock(second)} />
        {chapter !== null && <span className="font-normal text-muted">（{chapter}）</span>}
      </p>
      <p className="max-w-reading whitespace-pre-line wrap-anywhere">{text}</p>
      {question.has_picture && <QuestionPicture read={contract.adminQuestions.picture} id={question.id} />}
      <p className="flex flex-wrap items-center gap-x-4 text-xs text-muted">
        <span>{nickname}さん</span>
        {member && (
          <Link to={`/admin/members/${member.id}`} className="link">
            会員：{member.username}さん
          </Link>
        )}
        <time dateTime={asked_at}>{formatMinute(asked_at)}</time>
        {!is_public && <b>本人だけに回答</b>}
        {is_blocked && <b>質問を停止中の会員</b>}
        {wants > 0 && <b>「私も知りたい」{wants}人</b>}
      </p>
      {reports.length > 0 && <Banner tone="notice">会員からの報告：{reports.join("／")}</Banner>}
      {isOpen ? (
        <Opened question={question} onDone={onDone} />
      ) : (
        <Button look="secondary" className="justify-self-start" onClick={onOpen}>
          開く
        </Button>
      )}
    </li>
  );
}

function Opened({ question, onDone }: Pick<QuestionItemProps, "question" | "onDone">) {
  const handle = useRef<VideoPlayerHandle>(null);
  const player = useEditorPlayer(handle);
  const found = useRead(contract.adminVideos.get, { params: { id: String(question.video_id) } });
  return (
    <div className="grid items-start gap-5 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      {found.data ? (
        <EditorPlayer
          video={found.data}
          player={player}
          handle={handle}
          from={Math.max(0, question.second - BEFORE)}
          hint={`質問の場面（${spokenDuration(question.second)}）の少し前から再生します。`}
        />
      ) : (
        <NotLoaded query={found} message="動画を読み込めませんでした。" />
      )}
      <div className="grid min-w-0 gap-5">
        <Answer question={question} onDone={onDone} />
        <Visibility question={question} onDone={onDone} />
        {found.data && <Reuse question={question} video={found.data} onDone={onDone} />}
      </div>
    </div>
  );
}

function Answer({ question, onDone }: Pick<QuestionItemProps, "question" | "onDone">) {
  const { id, answer, is_public, state: visibility } = question;
  const state = useRecordForm<{ answer: string }, AdminQuestion, AdminQuestion>({
    record: question,
    valuesOf: (stored) => ({ answer: stored?.answer ?? "" }),
    check: (values) => (values.answer.trim() === "" ? { answer: "回答を入力してください。" } : {}),
    save: (body, replaced) =>
      call(contract.adminQuestions.answer, { params: { id }, body: { ...body, revision: replaced?.revision ?? 0 } }),
    failed: "回答を保存できませんでした。",
    part: "answer",
    recoverAs: `answer ${id}`,
    firstField: "answer",
    onSaved: () =>
      onDone(
        answer === null
          ? "回答しました。メールを受け取る設定の会員には、メールでもお知らせします。"
          : "回答を変更しました。",
      ),
    onConflict: readAgain,
  });
  const seen =
    is_public && visibility !== "hidden"
      ? "ほかの会員にも、質問と回答が表示されます。"
      : "質問した会員だけに、質問と回答が表示されます。";
  return (
    <RecordForm
      state={state}
      label="質問への回答"
      submitLabel={answer === null ? "回答する" : "回答を変更"}
      editors="会員またはほかのスタッフ"
      fieldsOf={(theirs) => [
        { label: "質問", value: theirs.text },
        { label: "回答", value: theirs.answer ?? "" },
      ]}
    >
      <TextArea label="回答" hint={seen} rows={5} {...state.field("answer")} />
    </RecordForm>
  );
}

type Deed = readonly [label: string, state: "shown" | "hidden", done: string];

const HIDE: Deed = ["非表示にする", "hidden", "質問を非表示にしました。「非表示」の一覧から戻せます。"];

/** Staff can do these besides answering. */
function deedsOn({ is_public, state, answer, reports }: AdminQuestion): Deed[] {
  if (state === "hidden") return [["表示に戻す", "shown", "質問を表示に戻しました。"]];
  if (reports.length > 0) return [["問題なしとして残す", "shown", "報告を確認済みにしました。"], HIDE];
  if (state !== "new" || !is_public || answer !== null) return [HIDE];
  return [["回答の前に会員に見せる", "shown", "質問を、回答待ちとして会員に表示しました。"], HIDE];
}

/** The member may have corrected the question since. */
const readAgain = () => void invalidate([contract.adminQuestions.list.url]);

function Visibility({ question, onDone }: Pick<QuestionItemProps, "question" | "onDone">) {
  const { id, revision } = question;
  const change = useWrite(contract.adminQuestions.setState, { onError: readAgain });
  return (
    <div className="flex flex-wrap items-center gap-3">
      {deedsOn(question).map(([label, state, done]) => (
        <Button
          key={label}
          look={state === "hidden" ? "warning" : "secondary"}
          isBusy={change.isPending}
          onClick={() =>
            change.mutate({ params: { id }, body: { state, revision } }, { onSuccess: () => onDone(done) })
          }
        >
          {label}
        </Button>
      ))}
      <MutationState of={change} failed="表示を変更できませんでした。" />
    </div>
  );
}
