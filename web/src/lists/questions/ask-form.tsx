import { contract } from "@manabiya/contract";
import { NICKNAME_MAX, QUESTION_TEXT_MAX } from "@manabiya/contract/lists/note-limits.ts";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { Choice } from "../../forms/choice.tsx";
import { TextArea } from "../../forms/fields.tsx";
import { discardText, recoverText, useRecoverableText } from "../../forms/recoverable-text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** Of a member who has not asked yet. The name of the account is never shown to others. */
const NICKNAME = "受講者";

interface AskFormProps {
  videoId: number;
  /** Of the last question. */
  nickname: string | null;
  /** The place that the question is about. */
  second: number;
  onClose: (isDone: boolean) => void;
}

/** Takes the focus. The typed text outlives a reload. */
export function AskForm({ videoId, nickname, second, onClose }: AskFormProps) {
  const name = `question ${videoId}`;
  const [draft, setDraft] = useState(
    () =>
      (recoverText(name) as { second: number; text: string; nickname: string; is_public: boolean } | null) ?? {
        ...{ second, text: "", nickname: nickname ?? NICKNAME, is_public: true },
      },
  );
  useRecoverableText(name, draft.text === "" ? null : draft);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { mutate, isPending, error } = useMutation(
    mutation(contract.questions.ask, { changes: [contract.questions.ofVideo] }),
  );

  function send(event: FormEvent): void {
    event.preventDefault();
    mutate(
      { params: { id: String(videoId) }, body: draft },
      {
        onSuccess: () => {
          discardText(name);
          onClose(true);
        },
      },
    );
  }

  return (
    <form noValidate aria-label="質問する" className="grid gap-3" onSubmit={send}>
      <TextArea
        ref={field}
        label={`質問（再生位置 ${formatClock(draft.second)}）`}
        rows={4}
        maxLength={QUESTION_TEXT_MAX}
        value={draft.text}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
      />
      <Choice
        type="checkbox"
        label="講師だけに質問する"
        hint="チェックしない場合、回答のあとに、質問と回答をほかの会員も見られます。"
        checked={!draft.is_public}
        onChange={({ target }) => setDraft({ ...draft, is_public: !target.checked })}
      />
      {draft.is_public && (
        <TextField
          label="表示するお名前"
          hint="本名やアカウントの名前でなくてもかまいません。"
          maxLength={NICKNAME_MAX}
          value={draft.nickname}
          onChange={({ target }) => setDraft({ ...draft, nickname: target.value })}
        />
      )}
      {error && (
        <Banner tone="danger">{sentenceOf(error, "質問を送信できませんでした。もう一度お試しください。")}</Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isPending}>
          送信
        </Button>
        <Button look="secondary" onClick={() => onClose(false)}>
          キャンセル
        </Button>
      </div>
    </form>
  );
}
