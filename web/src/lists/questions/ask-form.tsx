import { contract, type InputOf } from "@manabiya/contract";
import { NICKNAME_MAX } from "@manabiya/contract/lists/note-limits.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/calls.ts";
import { invalidate } from "../../api/query-client.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { spokenDuration } from "../../catalogue/videos/duration.ts";
import { Choice } from "../../forms/choice.tsx";
import { FileField, TextArea } from "../../forms/fields.tsx";
import { takeFocus } from "../../ui/page/take-focus.ts";
import { sendForm, shrinkPicture } from "../../forms/file-transfer.ts";
import { discardText, recoverText, useRecoverableText } from "../../forms/recoverable-text.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { draftName } from "./question-draft.ts";

type Draft = InputOf<typeof contract.questions.ask>["body"];

interface AskFormProps {
  videoId: number;
  /** The number of the question that the member corrects; null: a new one. */
  corrected: number | null;
  begun: Draft;
  /** The member opened it, unlike one that appears again after a reload. */
  takesFocus: boolean;
  onClose: (isDone: boolean) => void;
}

/** The typed text outlives a reload. */
export function AskForm({ videoId, corrected, begun, takesFocus, onClose }: AskFormProps) {
  const name = draftName(videoId, corrected);
  const [draft, setDraft] = useState(() => (recoverText(name) as Draft | null) ?? begun);
  const change = (fields: Partial<Draft>) => setDraft({ ...draft, ...fields });
  useRecoverableText(name, draft.text === begun.text ? null : draft);
  const [picture, setPicture] = useState<File | null>(null);
  /** Once the question is stored, the next press corrects it: its picture may have been refused. */
  const [stored, setStored] = useState(corrected);
  const send = useMutation({
    mutationFn: async () => {
      const { id } = await (stored === null
        ? call(contract.questions.ask, { params: { id: String(videoId) }, body: draft })
        : call(contract.questions.correct, { params: { id: stored }, body: draft }));
      setStored(id);
      if (picture === null) return;
      const body = { picture: await shrinkPicture(picture) };
      await sendForm(contract.questions.setPicture, { params: { id }, body });
    },
    onSuccess: () => close(true),
    onError: () => void invalidate([contract.questions.ofVideo.url]),
    meta: { changes: [contract.questions.ofVideo.url, contract.questions.picture.url] },
  });
  function close(isDone: boolean): void {
    discardText(name);
    onClose(isDone);
  }

  return (
    <form
      noValidate
      aria-label={corrected === null ? "質問する" : "質問を修正する"}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <TextArea
        ref={takesFocus ? takeFocus : null}
        label={`質問（再生位置 ${spokenDuration(draft.second)}）`}
        rows={4}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Choice
        label="スタッフだけに質問する"
        hint="チェックしない場合、スタッフの確認後に、質問と回答をほかの会員も見られます。お名前なしで、動画の概要文やよくある質問に載せることがあります。"
        checked={!draft.is_public}
        onChange={({ target }) => change({ is_public: !target.checked })}
      />
      {draft.is_public && (
        <TextField
          label="表示するお名前"
          hint="本名やアカウントの名前でなくてもかまいません。"
          maxLength={NICKNAME_MAX}
          value={draft.nickname}
          onChange={({ target }) => change({ nickname: target.value })}
        />
      )}
      <FileField
        label="画像（任意）"
        hint="書き込みや画面の写真など、1枚。PNG・JPEG・WebP。"
        accept="image/png,image/jpeg,image/webp"
        onChange={setPicture}
      />
      <MutationState of={send} failed="質問を送信できませんでした。もう一度お試しください。" />
      {send.isError && stored !== corrected && <p className="phrase">質問は、画像なしで送信済みです。</p>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={send.isPending}>
          {corrected === null ? "送信" : "保存"}
        </Button>
        <Button look="secondary" onClick={() => close(false)}>
          キャンセル
        </Button>
      </div>
    </form>
  );
}
