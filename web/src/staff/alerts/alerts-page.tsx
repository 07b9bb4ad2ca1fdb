import { contract } from "@manabiya/contract";
import type { AlertState, StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { useNavigate, useSearchParams } from "react-router";
import { Rows } from "../table/rows.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { withFilter } from "../../paging/change-address.ts";
import { CompactSelect } from "../../paging/compact-select.tsx";
import { FocusHere } from "../../forms/focus-here.tsx";
import { query, sentenceOf, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { PagedList } from "../../paging/paged-list.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { AlertItem } from "./alert-item.tsx";
import { alertTitle } from "./alert-texts.ts";

export default function AdminAlertsPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state = search.get("state") === "resolved" ? "resolved" : "open";
  return (
    <StaffPage
      title="確認が必要な請求・契約"
      actions={
        <CompactSelect
          label="表示する請求・契約"
          value={state}
          onChange={(value) => void navigate(withFilter(search, "state", value === "resolved" ? value : null))}
          options={{ open: "未対応", resolved: "対応済み" }}
        />
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
  const { mutate, isPending: isSaving, variables, error, data: saved } = useWrite(contract.adminAlerts.resolve);
  const connecting = useWrite(contract.adminAlerts.connect);
  const resolve = (id: number, is_resolved: boolean) => mutate({ params: { id }, body: { is_resolved } });
  return (
    <PagedList
      queryOf={(page) => query(contract.adminAlerts.list, { querystring: { state, page } })}
      message="確認が必要な請求・契約を読み込めませんでした。"
    >
      {(data) => (
        <>
          {saved && !error && <Saved alert={saved} isBusy={isSaving} onTakeBack={resolve} />}
          {connecting.data && <Connected key={connecting.data.id} alert={connecting.data} />}
          <MutationState of={connecting} failed="結び付けられませんでした。もう一度お試しください。" />
          {error && <Banner tone="danger">{sentenceOf(error, "変更を保存できませんでした。")}</Banner>}
          <Rows empty={EMPTY[state]}>
            {data.results.map((alert) => (
              <AlertItem
                key={alert.id}
                alert={alert}
                isBusy={
                  (isSaving && variables.params.id === alert.id) ||
                  (connecting.isPending && connecting.variables.params.id === alert.id)
                }
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

/** Takes the focus, like `Saved`. */
function Connected({ alert: { kind, member } }: { alert: StaffAlert }) {
  const text =
    kind === "unknown_payment"
      ? `支払いを${member ? `${member.username}さん` : "会員"}に結び付けました。視聴できるようになりました。`
      : "商品をこのサイトのものとして結び付けました。1時間以内に反映されます。";
  return (
    <FocusHere>
      <Banner tone="success">{text}</Banner>
    </FocusHere>
  );
}

interface SavedProps {
  alert: StaffAlert;
  isBusy: boolean;
  onTakeBack: (id: number, is_resolved: boolean) => void;
}

/** Takes the focus, because the focused button disappeared with its row. */
function Saved({ alert: { id, kind, resolved_at }, isBusy, onTakeBack }: SavedProps) {
  const isResolved = resolved_at !== null;
  const title = alertTitle(kind);
  return (
    <FocusHere key={`${id} ${isResolved}`}>
      <Banner
        tone="success"
        action={
          <Button look="secondary" isBusy={isBusy} onClick={() => onTakeBack(id, !isResolved)}>
            元に戻す
          </Button>
        }
      >
        {isResolved ? `「${title}」を対応済みにしました。` : `「${title}」を未対応に戻しました。`}
      </Banner>
    </FocusHere>
  );
}
