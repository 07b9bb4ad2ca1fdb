import { contract } from "@manabiya/contract";
import type { AlertState, StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { useSearchParams } from "react-router";
import { Rows } from "../table/rows.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { AddressSelect } from "../../paging/address-select.tsx";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { query, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { PagedList } from "../../paging/paged-list.tsx";
import { Button } from "../../ui/button.tsx";
import { AlertItem } from "./alert-item.tsx";
import { alertTitle } from "./alert-texts.ts";

export default function AdminAlertsPage() {
  const [search] = useSearchParams();
  const state = search.get("state") === "resolved" ? "resolved" : "open";
  return (
    <StaffPage
      title="確認が必要な請求・契約"
      actions={
        <AddressSelect label="表示する請求・契約" name="state" options={{ open: "未対応", resolved: "対応済み" }} />
      }
    >
      <AlertList key={state} state={state} />
    </StaffPage>
  );
}

const EMPTY: Record<AlertState, string> = {
  open: "確認が必要な請求・契約はありません",
  resolved: "対応済みの請求・契約はありません",
};

/** Charges to check. A change can be undone at once, and later in the other list. */
function AlertList({ state }: { state: AlertState }) {
  const resolving = useWrite(contract.adminAlerts.resolve);
  const { data: saved } = resolving;
  const connecting = useWrite(contract.adminAlerts.connect);
  const resolve = (id: number, is_resolved: boolean) => resolving.mutate({ params: { id }, body: { is_resolved } });
  return (
    <PagedList
      queryOf={(page) => query(contract.adminAlerts.list, { querystring: { state, page } })}
      message="確認が必要な請求・契約を読み込めませんでした。"
    >
      {(data) => (
        <>
          {saved && !resolving.error && (
            <DoneBanner
              key={`${saved.id} ${saved.resolved_at}`}
              message={`「${alertTitle(saved.kind)}」を${saved.resolved_at === null ? "未対応に戻しました" : "対応済みにしました"}。`}
              // The focused button disappeared with its row.
              takesFocus
              action={
                <Button
                  look="secondary"
                  isBusy={resolving.isPending}
                  onClick={() => resolve(saved.id, saved.resolved_at === null)}
                >
                  元に戻す
                </Button>
              }
            />
          )}
          {connecting.data && (
            <DoneBanner key={connecting.data.id} message={connectedText(connecting.data)} takesFocus />
          )}
          <MutationState of={connecting} failed="結び付けられませんでした。もう一度お試しください。" />
          <MutationState of={resolving} failed="変更を保存できませんでした。" />
          <Rows empty={EMPTY[state]}>
            {data.results.map((alert) => (
              <AlertItem
                key={alert.id}
                alert={alert}
                isBusy={[resolving, connecting].some((each) => each.isPending && each.variables.params.id === alert.id)}
                onConnect={() => connecting.mutate({ params: { id: alert.id } })}
                onResolve={(is_resolved) => resolve(alert.id, is_resolved)}
              />
            ))}
          </Rows>
        </>
      )}
    </PagedList>
  );
}

function connectedText({ kind, member }: StaffAlert): string {
  return kind === "unknown_payment"
    ? `支払いを${member ? `${member.username}さん` : "会員"}に結び付けました。視聴できるようになりました。`
    : "商品をこのサイトのものとして結び付けました。1時間以内に反映されます。";
}
