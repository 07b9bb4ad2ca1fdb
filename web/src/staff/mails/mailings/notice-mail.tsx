import { contract } from "@manabiya/contract";
import type { MailAudience, NoticeMailState } from "@manabiya/contract/staff/mailings.ts";
import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { query, useRead, useWrite } from "../../../api/calls.ts";
import { MutationState } from "../../../api/mutation-state.tsx";
import { SelectField } from "../../../forms/fields.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatMinute } from "../../../ui/date.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { NotLoaded } from "../../../ui/loaded.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { fromLocal, toLocal } from "../../table/japan-time.ts";
import { countsText, PreviewLink, SenderBanner } from "./mail-facts.tsx";
import { Section } from "../../../ui/page/section.tsx";

export const AUDIENCES: Record<MailAudience, string> = {
  all: "すべての会員",
  trial: "無料体験中の会員",
  ended: "無料体験または契約が終了した会員",
};

/** Milliseconds between looks at a mail that is being sent. */
const WATCH_INTERVAL = 5_000;

/** Milliseconds before its time from which a mail is watched. */
const SOON = 60_000;

function isMoving(mail: NoticeMailState["mail"]): boolean {
  if (mail === null || mail.send_at === null) return false;
  return mail.listed_at === null ? Date.parse(mail.send_at) < Date.now() + SOON : mail.counts.waiting > 0;
}

interface NoticeMailProps {
  notice: AdminNotice;
  /** The receivers that staff chose while they wrote the notice: the question appears at once. */
  chosen: MailAudience | undefined;
}

/** A saved notice by mail: to whom and when, or how far it is. */
export function NoticeMail({ notice, chosen }: NoticeMailProps) {
  const params = { id: notice.id };
  const found = useRead(
    contract.adminMailings.notice,
    { params },
    { refetchInterval: ({ state }) => (isMoving(state.data?.mail ?? null) ? WATCH_INTERVAL : false) },
  );
  const { data } = found;
  const test = useWrite(contract.adminMailings.testNotice, { changes: [] });
  return (
    <Section title="メールでも送る" isPanel>
      {!data && <NotLoaded query={found} message="メールの状態を読み込めませんでした。" />}
      {data && (
        <>
          {!data.has_sender && <SenderBanner />}
          <div className="flex flex-wrap gap-3">
            <Button look="secondary" isBusy={test.isPending} onClick={() => test.mutate({ params })}>
              自分にテスト送信
            </Button>
            <PreviewLink url={data.preview_url} name={notice.notice_title} />
          </div>
          {test.data && <Banner tone="success">{test.data.message}保存した内容を送りました。</Banner>}
          <MutationState of={test} failed="テストメールを送信できませんでした。" />
          {data.mail !== null && <Progress notice={notice} mail={data.mail} />}
          {(data.mail?.listed_at ?? null) === null && <Sending notice={notice} state={data} chosen={chosen} />}
        </>
      )}
    </Section>
  );
}

type Mail = NonNullable<NoticeMailState["mail"]>;

/** Puts an answer in place of the state, so that the screen needs no second call. */
function useShowState(id: number): (state: NoticeMailState) => void {
  const client = useQueryClient();
  const { queryKey } = query(contract.adminMailings.notice, { params: { id } });
  return (state) => void client.setQueryData(queryKey, state);
}

/** A mail never begins before the notice's publication. */
function beginOf({ published_at }: AdminNotice, send_at: string): string {
  if (published_at === null) return "送信予約：お知らせの公開後に始まります。";
  const isLater = Date.parse(published_at) > Date.parse(send_at);
  const begin = isLater ? published_at : send_at;
  if (Date.parse(begin) <= Date.now()) return "まもなく送信します。";
  return `送信予約：${formatMinute(begin)}${isLater ? "（お知らせの公開と同時）" : ""}`;
}

function Progress({ notice, mail }: { notice: AdminNotice; mail: Mail }) {
  const stop = useWrite(contract.adminMailings.stop, { changes: [], onSuccess: useShowState(notice.id) });
  const { audience, send_at, listed_at, counts } = mail;
  const isOver = listed_at !== null && counts.waiting === 0;
  const state =
    send_at === null
      ? "送信を停止しました。"
      : listed_at === null
        ? beginOf(notice, send_at)
        : isOver
          ? "送信が完了しました。"
          : "送信しています。";
  return (
    <div className="grid gap-3">
      <p role="status">
        {AUDIENCES[audience]}に{state}
        {listed_at !== null && <span className="block text-muted">{countsText(counts)}</span>}
      </p>
      {send_at !== null && !isOver && (
        <Button
          look="secondary"
          className="justify-self-start"
          isBusy={stop.isPending}
          onClick={() => stop.mutate({ params: { id: notice.id } })}
        >
          送信を停止
        </Button>
      )}
      <MutationState of={stop} failed="送信を停止できませんでした。" />
    </div>
  );
}

function Sending({ notice, state, chosen }: NoticeMailProps & { state: NoticeMailState }) {
  const { members, rate, mail } = state;
  const [audience, setAudience] = useState<MailAudience>(mail?.audience ?? chosen ?? "all");
  const [when, setWhen] = useState(mail?.send_at ? "later" : "now");
  const [time, setTime] = useState(mail?.send_at ? toLocal(mail.send_at) : "");
  const [error, setError] = useState<string>();
  const [isConfirming, setConfirming] = useState(chosen !== undefined && state.has_sender);
  const send = useWrite(contract.adminMailings.send, { changes: [], onSuccess: useShowState(notice.id) });
  const count = members[audience].toLocaleString("ja-JP");
  const minutes = Math.max(1, Math.ceil(members[audience] / rate)).toLocaleString("ja-JP");
  const send_at = when === "later" ? fromLocal(time) : null;

  function ask(): void {
    if (when === "later" && send_at === null) return setError("送信日時を入力してください。");
    setError(undefined);
    setConfirming(true);
  }

  return (
    <div className="grid gap-5">
      <div className="grid gap-5 @xl:grid-cols-2 @xl:items-end">
        <SelectField
          label="送信先"
          hint="メールアドレスを確認済みで、配信を停止していない会員に送ります。"
          value={audience}
          onChange={({ target }) => setAudience(target.value as MailAudience)}
        >
          {Object.entries(AUDIENCES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}（{members[value as MailAudience].toLocaleString("ja-JP")}人）
            </option>
          ))}
        </SelectField>
        <SelectField label="送信日時" value={when} onChange={({ target }) => setWhen(target.value)}>
          <option value="now">{notice.state === "published" ? "すぐに送る" : "お知らせの公開と同時に送る"}</option>
          <option value="later">日時を指定する</option>
        </SelectField>
        {when === "later" && (
          <TextField
            label="日時（日本時間）"
            type="datetime-local"
            required
            value={time}
            error={error}
            onChange={({ target }) => setTime(target.value)}
          />
        )}
      </div>
      <MutationState of={send} failed="送信を予約できませんでした。" />
      <Button className="justify-self-start" disabled={!state.has_sender} onClick={ask}>
        {count}人に送信
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`${AUDIENCES[audience]} ${count}人に「${notice.notice_title}」を送信しますか？`}
          confirmLabel={`${count}人に送信`}
          isBusy={send.isPending}
          onConfirm={() =>
            send.mutate(
              { params: { id: notice.id }, body: { audience, send_at } },
              { onSettled: () => setConfirming(false) },
            )
          }
          onClose={() => setConfirming(false)}
        >
          {send_at !== null && `${formatMinute(send_at)}から送ります。`}
          1人に1通だけ送ります。すべて送り終わるまでに、およそ{minutes}分かかります。送ったメールは取り消せません。
        </ConfirmDialog>
      )}
    </div>
  );
}
