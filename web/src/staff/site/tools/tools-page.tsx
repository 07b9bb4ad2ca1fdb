import { contract } from "@manabiya/contract";
import { type Endpoint, FORMER_SECRET_HOURS, type Tools } from "@manabiya/contract/webhooks/tools.ts";
import { type ReactNode, useState } from "react";
import { query, sentenceOf, useWrite } from "../../../api/calls.ts";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatMinute } from "../../../ui/date.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { useShown } from "../../table/use-shown.ts";
import { DeliveryList, labelOf } from "./delivery-list.tsx";
import { EndpointDialog, KeyDialog, SCOPES, SecretDialog } from "./tool-dialogs.tsx";

const { adminTools } = contract;

/** Milliseconds: messages arrive while the screen is open. */
const REFRESHED_EVERY = 5_000;

/** Actions on an address or a key that are confirmed first. */
const CONFIRMED = {
  remove: {
    call: adminTools.removeEndpoint,
    label: "削除",
    done: "送信先を削除しました。",
    text: "届いていない通知と記録も削除します。元に戻すことはできません。",
  },
  renew: {
    call: adminTools.renewSecret,
    label: "署名キーを更新",
    done: "署名キーを更新しました。",
    text: `${FORMER_SECRET_HOURS}時間は、前のキーと新しいキーの両方で署名します。その間に、受け取るツールの設定を変更してください。`,
  },
  revoke: {
    call: adminTools.revokeKey,
    label: "無効に",
    done: "APIキーを無効にしました。",
    text: "このキーを使うツールは、すぐに読み取れなくなります。元に戻すことはできません。",
  },
};

type Opened =
  | { dialog: "endpoint"; endpoint: Endpoint | null }
  | { dialog: "key" }
  | { dialog: "confirm"; what: keyof typeof CONFIRMED; id: number; name: string };

export default function AdminToolsPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { found, done, show } = useShown({ ...query(adminTools.read), refetchInterval: REFRESHED_EVERY });
  const test = useWrite(adminTools.test, {
    changes: [],
    onSuccess: (tools) => showAll(tools, "テストの通知を送信します。結果は「最近の通知」に表示されます。"),
  });
  const resend = useWrite(adminTools.resend, {
    changes: [],
    onSuccess: (tools) => showAll(tools, "通知を再送します。"),
  });
  const { error } = test.error ? test : resend;

  function showAll({ secret: made, ...tools }: Tools, message: string): void {
    show({ ...tools, secret: null }, message);
    setOpened(null);
    if (made !== null) setSecret(made);
  }

  const close = () => setOpened(null);
  const confirm = (what: keyof typeof CONFIRMED, id: number, name: string) =>
    setOpened({ dialog: "confirm", what, id, name });

  return (
    <StaffPage
      title="外部ツール連携"
      actions={<Button onClick={() => setOpened({ dialog: "endpoint", endpoint: null })}>送信先を追加</Button>}
    >
      <DoneBanner message={done} takesFocus />
      {error && <Banner tone="danger">{sentenceOf(error, "送信できませんでした。もう一度お試しください。")}</Banner>}
      <Loaded query={found} message="外部ツールとの連携を読み込めませんでした。">
        {(tools) => (
          <>
            <Section title="通知の送信先">
              <p className="phrase text-muted">会員登録やお支払いなどの出来事を、ZapierやSlackなどに通知します。</p>
              <Rows empty="送信先はありません">
                {tools.endpoints.map((endpoint) => (
                  <Row
                    key={endpoint.id}
                    name={endpoint.url}
                    actions={[
                      ["変更", () => setOpened({ dialog: "endpoint", endpoint })],
                      ...(endpoint.is_on
                        ? [["テスト送信", () => test.mutate({ params: { id: endpoint.id } })] as const]
                        : []),
                      ["署名キーを更新", () => confirm("renew", endpoint.id, endpoint.url)],
                      ["削除", () => confirm("remove", endpoint.id, endpoint.url)],
                    ]}
                  >
                    <State endpoint={endpoint} />
                    <p className="phrase text-xs text-muted">{endpoint.events.map(labelOf).join("・")}</p>
                  </Row>
                ))}
              </Rows>
            </Section>
            <Section title="最近の通知">
              <DeliveryList
                tools={tools}
                busy={resend.isPending ? Number(resend.variables.params.id) : undefined}
                onResend={({ id }) => resend.mutate({ params: { id } })}
              />
            </Section>
            <Section title="APIキー">
              <p className="phrase text-muted">表計算などのツールが、レポートや会員一覧を読み取るためのキーです。</p>
              <Button look="secondary" className="justify-self-start" onClick={() => setOpened({ dialog: "key" })}>
                APIキーを作成
              </Button>
              <Rows empty="APIキーはありません">
                {tools.keys.map(({ id, name, scope, username, last_used_at }) => (
                  <Row key={id} name={name} actions={[["無効にする", () => confirm("revoke", id, name)]]}>
                    <p className="phrase">{(SCOPES as Record<string, string>)[scope] ?? scope}</p>
                    <p className="phrase text-xs text-muted">
                      {username}さんが作成・
                      {last_used_at === null ? "使われていません" : `最後の使用 ${formatMinute(last_used_at)}`}
                    </p>
                  </Row>
                ))}
              </Rows>
            </Section>
          </>
        )}
      </Loaded>
      {opened?.dialog === "endpoint" && (
        <EndpointDialog
          endpoint={opened.endpoint}
          onClose={close}
          onSaved={(tools) => showAll(tools, "送信先を保存しました。")}
        />
      )}
      {opened?.dialog === "key" && (
        <KeyDialog onClose={close} onSaved={(tools) => showAll(tools, "APIキーを作成しました。")} />
      )}
      {opened?.dialog === "confirm" && <Confirmation opened={opened} onClose={close} onDone={showAll} />}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </StaffPage>
  );
}

function Rows({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <EmptyState>{empty}</EmptyState>;
  return <ul className="divide-y overflow-hidden rounded-lg border bg-surface">{children}</ul>;
}

interface RowProps {
  name: string;
  actions: (readonly [label: string, act: () => void])[];
  children: ReactNode;
}

function Row({ name, actions, children }: RowProps) {
  return (
    <li className="grid gap-3 px-4 py-4">
      <div className="min-w-0">
        <p className="font-bold break-all">{name}</p>
        {children}
      </div>
      <div className="flex flex-wrap gap-3">
        {actions.map(([label, act]) => (
          <Button key={label} look="secondary" aria-label={`${name}：${label}`} onClick={act}>
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}

function State({ endpoint: { is_on, given_up_at, failing_since, waiting } }: { endpoint: Endpoint }) {
  const since = failing_since === null ? "" : `（${formatMinute(failing_since)}から）`;
  const unsent = waiting > 0 ? `・届いていない通知 ${waiting}件${since}` : "";
  const stopped = `届かないため停止しました${unsent}。URLを確認し、「変更」で通知をオンに戻してください。`;
  const text = given_up_at === null ? `${is_on ? "オン" : "オフ"}${unsent}` : stopped;
  return <p className={given_up_at !== null || since ? "phrase text-danger" : "phrase"}>{text}</p>;
}

interface ConfirmationProps {
  opened: Opened & { dialog: "confirm" };
  onDone: (tools: Tools, message: string) => void;
  onClose: () => void;
}

function Confirmation({ opened: { what, id, name }, onDone, onClose }: ConfirmationProps) {
  const { call, label, done, text } = CONFIRMED[what];
  const act = useWrite(call, { changes: [], onSuccess: (tools) => onDone(tools, done) });
  return (
    <ConfirmDialog
      title={`${label}しますか？`}
      confirmLabel={`${label}する`}
      isBusy={act.isPending}
      error={act.error ? sentenceOf(act.error, "保存できませんでした。もう一度お試しください。") : undefined}
      onConfirm={() => act.mutate({ params: { id } })}
      onClose={onClose}
    >
      <span className="block font-bold break-all">{name}</span>
      {text}
    </ConfirmDialog>
  );
}
