import { contract } from "@manabiya/contract";
import { labelOf } from "@manabiya/contract/webhooks/events.ts";
import { FORMER_SECRET_HOURS, type Tools } from "@manabiya/contract/webhooks/tools.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, query, sentenceOf } from "../../../api/calls.ts";
import { MutationState } from "../../../api/mutation-state.tsx";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatMinute } from "../../../ui/date.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { Row, Rows } from "../../table/rows.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { useShown } from "../../table/use-shown.ts";
import { EndpointDialog, KeyDialog, SCOPES, SecretDialog } from "./tool-dialogs.tsx";
import { deliveryName, DeliveryState, EndpointState } from "./tool-rows.tsx";

const { adminTools } = contract;

/** Milliseconds: messages arrive while the screen is open. */
const REFRESHED_EVERY = 5_000;

const TEST = {
  call: adminTools.test,
  label: "テスト送信",
  done: "テストの通知を送信します。結果は「最近の通知」に表示されます。",
};
const RESEND = { call: adminTools.resend, label: "再送", done: "通知を再送します。" };
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

/** An action on the address, the message or the key with this id. One with a text is confirmed under the name. */
interface Asked {
  action: typeof TEST | typeof RESEND | typeof REMOVE | typeof RENEW | typeof REVOKE;
  id: number;
  name: string;
}

export default function AdminToolsPage() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { found, done, show } = useShown({ ...query(adminTools.read), refetchInterval: REFRESHED_EVERY });
  const onClose = () => setDialog(null);

  function showAll({ secret, ...tools }: Tools, message: string): void {
    show({ ...tools, secret: null }, message);
    setAsked(null);
    setDialog(secret !== null && <SecretDialog {...{ secret, onClose }} />);
  }

  const act = useMutation({
    mutationFn: ({ action, id }: Asked) => call(action.call, { params: { id } }),
    onSuccess: (tools, { action }) => showAll(tools, action.done),
    meta: { changes: [] },
  });
  const ask = (next: Asked | null) => {
    act.reset();
    setAsked(next);
  };
  const press = (action: Asked["action"], id: number, name: string) => ({
    label: action.label,
    isBusy: act.isPending && act.variables.action === action && act.variables.id === id,
    onClick: () => ("text" in action ? ask({ action, id, name }) : act.mutate({ action, id, name })),
  });
  const editEndpoint = (endpoint: Tools["endpoints"][number] | null) =>
    setDialog(
      <EndpointDialog {...{ endpoint, onClose }} onSaved={(tools) => showAll(tools, "送信先を保存しました。")} />,
    );
  const addKey = () =>
    setDialog(<KeyDialog onClose={onClose} onSaved={(tools) => showAll(tools, "APIキーを作成しました。")} />);

  return (
    <StaffPage title="外部ツール連携" actions={<Button onClick={() => editEndpoint(null)}>送信先を追加</Button>}>
      <DoneBanner message={done} takesFocus />
      {!asked && <MutationState of={act} failed="送信できませんでした。もう一度お試しください。" />}
      <Loaded query={found} message="外部ツールとの連携を読み込めませんでした。">
        {({ endpoints, deliveries, keys }) => (
          <>
            <Section title="通知の送信先">
              <p className="phrase text-muted">会員登録やお支払いなどの出来事を、ZapierやSlackなどに通知します。</p>
              <Rows empty="送信先はありません">
                {endpoints.map((endpoint) => {
                  const { id, url, is_on, events } = endpoint;
                  const actions = [
                    { label: "変更", onClick: () => editEndpoint(endpoint) },
                    ...[...(is_on ? [TEST] : []), RENEW, REMOVE].map((action) => press(action, id, url)),
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
                  const name = deliveryName(delivery);
                  const actions = target?.is_on ? [press(RESEND, delivery.id, name)] : [];
                  return (
                    <Row key={delivery.id} name={name} actions={actions}>
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
                  <Row key={id} name={name} actions={[{ ...press(REVOKE, id, name), label: "無効にする" }]}>
                    <p className="phrase">{(SCOPES as Record<string, string>)[scope] ?? scope}</p>
                    <p className="phrase text-xs text-muted">
                      {username}さんが作成・
                      {last_used_at === null ? "未使用" : `最終利用日時 ${formatMinute(last_used_at)}`}
                    </p>
                  </Row>
                ))}
              </Rows>
            </Section>
          </>
        )}
      </Loaded>
      {dialog}
      {asked && "text" in asked.action && (
        <ConfirmDialog
          title={`${asked.action.label}しますか？`}
          confirmLabel={`${asked.action.label}する`}
          isBusy={act.isPending}
          error={act.error ? sentenceOf(act.error, "保存できませんでした。もう一度お試しください。") : undefined}
          onConfirm={() => act.mutate(asked)}
          onClose={() => ask(null)}
        >
          <span className="block font-bold break-all">{asked.name}</span>
          {asked.action.text}
        </ConfirmDialog>
      )}
    </StaffPage>
  );
}
