import { contract } from "@manabiya/contract";
import { labelOf } from "@manabiya/contract/webhooks/events.ts";
import { FORMER_SECRET_HOURS, type Tools } from "@manabiya/contract/webhooks/tools.ts";
import { type ReactNode, useState } from "react";
import { query, sentenceOf, useWrite } from "../../../api/calls.ts";
import { MutationState } from "../../../api/mutation-state.tsx";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatMinute } from "../../../ui/date.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { pressOn, Row, Rows } from "../../table/rows.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { useShown } from "../../table/use-shown.ts";
import { EndpointDialog, KeyDialog, SCOPES, SecretDialog } from "./tool-dialogs.tsx";
import { deliveryName, DeliveryState, EndpointState } from "./tool-rows.tsx";

const { adminTools } = contract;

/** Milliseconds: messages arrive while the screen is open. */
const REFRESHED_EVERY = 5_000;

const REMOVE = {
  call: adminTools.removeEndpoint,
  label: "削除",
  done: "送信先を削除しました。",
  text: "届いていない通知と記録も削除します。元に戻すことはできません。",
};
const RENEW = {
  call: adminTools.renewSecret,
  label: "署名キーを更新",
  done: "署名キーを更新しました。",
  text: `${FORMER_SECRET_HOURS}時間は、前のキーと新しいキーの両方で署名します。その間に、受け取るツールの設定を変更してください。`,
};
const REVOKE = {
  call: adminTools.revokeKey,
  label: "無効に",
  done: "APIキーを無効にしました。",
  text: "このキーを使うツールは、すぐに読み取れなくなります。元に戻すことはできません。",
};

export default function AdminToolsPage() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const { found, done, show } = useShown({ ...query(adminTools.read), refetchInterval: REFRESHED_EVERY });
  const onClose = () => setDialog(null);

  function showAll({ secret, ...tools }: Tools, message: string): void {
    show({ ...tools, secret: null }, message);
    setDialog(secret !== null && <SecretDialog {...{ secret, onClose }} />);
  }

  const test = useWrite(adminTools.test, {
    changes: [],
    onSuccess: (tools) => showAll(tools, "テストの通知を送信します。結果は「最近の通知」に表示されます。"),
  });
  const resend = useWrite(adminTools.resend, {
    changes: [],
    onSuccess: (tools) => showAll(tools, "通知を再送します。"),
  });
  const editEndpoint = (endpoint: Tools["endpoints"][number] | null) =>
    setDialog(
      <EndpointDialog {...{ endpoint, onClose }} onSaved={(tools) => showAll(tools, "送信先を保存しました。")} />,
    );
  const addKey = () =>
    setDialog(<KeyDialog onClose={onClose} onSaved={(tools) => showAll(tools, "APIキーを作成しました。")} />);
  const confirm = (action: ConfirmationProps["action"], id: number, name: string) =>
    setDialog(<Confirmation {...{ action, id, name, onClose }} onDone={showAll} />);

  return (
    <StaffPage title="外部ツール連携" actions={<Button onClick={() => editEndpoint(null)}>送信先を追加</Button>}>
      <DoneBanner message={done} takesFocus />
      <MutationState of={test.error ? test : resend} failed="送信できませんでした。もう一度お試しください。" />
      <Loaded query={found} message="外部ツールとの連携を読み込めませんでした。">
        {({ endpoints, deliveries, keys }) => (
          <>
            <Section title="通知の送信先">
              <p className="phrase text-muted">会員登録やお支払いなどの出来事を、ZapierやSlackなどに通知します。</p>
              <Rows empty="送信先はありません">
                {endpoints.map((endpoint) => {
                  const { id, url, is_on, events } = endpoint;
                  const send = { label: "テスト送信", ...pressOn(test, id) };
                  const actions = [
                    { label: "変更", onClick: () => editEndpoint(endpoint) },
                    ...(is_on ? [send] : []),
                    { label: "署名キーを更新", onClick: () => confirm(RENEW, id, url) },
                    { label: "削除", onClick: () => confirm(REMOVE, id, url) },
                  ];
                  return (
                    <Row key={id} name={url} actions={actions}>
                      <EndpointState endpoint={endpoint} />
                      <p className="phrase text-xs text-muted">{events.map(labelOf).join("・")}</p>
                    </Row>
                  );
                })}
              </Rows>
            </Section>
            <Section title="最近の通知">
              <Rows empty="通知はまだありません">
                {deliveries.map((delivery) => {
                  const target = endpoints.find((endpoint) => endpoint.id === delivery.endpoint_id);
                  const again = { label: "再送", ...pressOn(resend, delivery.id) };
                  return (
                    <Row key={delivery.id} name={deliveryName(delivery)} actions={target?.is_on ? [again] : []}>
                      <DeliveryState {...{ delivery, target }} />
                    </Row>
                  );
                })}
              </Rows>
            </Section>
            <Section title="APIキー">
              <p className="phrase text-muted">表計算などのツールが、レポートや会員一覧を読み取るためのキーです。</p>
              <Button look="secondary" className="justify-self-start" onClick={addKey}>
                APIキーを作成
              </Button>
              <Rows empty="APIキーはありません">
                {keys.map(({ id, name, scope, username, last_used_at }) => (
                  <Row
                    key={id}
                    name={name}
                    actions={[{ label: "無効にする", onClick: () => confirm(REVOKE, id, name) }]}
                  >
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
      {dialog}
    </StaffPage>
  );
}

interface ConfirmationProps {
  action: typeof REMOVE | typeof RENEW | typeof REVOKE;
  id: number;
  name: string;
  onDone: (tools: Tools, message: string) => void;
  onClose: () => void;
}

/** Confirms an action on an address or a key. */
function Confirmation({ action: { call, label, done, text }, id, name, onDone, onClose }: ConfirmationProps) {
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
