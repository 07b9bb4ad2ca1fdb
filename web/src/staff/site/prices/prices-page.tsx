import { contract } from "@manabiya/contract";
import { NOTICE_DAYS, PriceListForm, type PriceScreen } from "@manabiya/contract/billing/price-lists.ts";
import { useState } from "react";
import { call, query } from "../../../api/calls.ts";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { NotLoaded } from "../../../ui/loaded.tsx";
import { useShown } from "../../table/use-shown.ts";
import { StaffPage } from "../../table/staff-layout.tsx";
import { amountsOf, CurrentPrices, EarlierPrices, NextPrices } from "./price-lists.tsx";
import { FormField } from "../../../forms/fields.tsx";
import { Previewed } from "../../../forms/previewed.tsx";
import { RecordForm } from "../../../forms/record-form.tsx";
import { messagesOf, useRecordForm } from "../../../forms/use-record-form.ts";
import { formatDay } from "../../../ui/date.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { FIELDS, formOf, pricesOf, type PriceValues, textsOf, valuesOf } from "./price-fields.ts";
import { Section } from "../../../ui/page/section.tsx";

/** The screen on which the operator enters the prices of the plans. */
export default function PricesPage() {
  const { found, data, done, show } = useShown(query(contract.adminPrices.read));
  const isScheduled = data?.next.some(({ is_made }) => is_made);
  return (
    <StaffPage title="料金">
      <DoneBanner message={done} />
      {!data && <NotLoaded query={found} message="料金を読み込めませんでした。" blocks={["h-100"]} />}
      {data && (
        <>
          <CurrentPrices list={data.current} />
          <NextPrices lists={data.next} onWithdrawn={show} />
          {!isScheduled && <PriceForm key={data.current.revision} screen={data} onSaved={show} />}
          <EarlierPrices lists={data.earlier} />
        </>
      )}
    </StaffPage>
  );
}

interface PriceFormProps {
  screen: PriceScreen;
  onSaved: (screen: PriceScreen, message: string) => void;
}

/** Enters new prices, with every text that they change. */
function PriceForm({ screen, onSaved }: PriceFormProps) {
  const state = useRecordForm<PriceValues, PriceScreen, PriceScreen>({
    record: screen,
    valuesOf,
    check: (values) => messagesOf(PriceListForm.safeParse(formOf(values))),
    save: async (values, replaced) => {
      const body = { ...formOf(values), ...(replaced && { revision: replaced.revision }) };
      const saved = await call(contract.adminPrices.create, { body });
      onSaved(saved, values.start === "now" ? "新しい料金を開始しました。" : "新しい料金を予定しました。");
      return saved;
    },
    failed: "料金の保存に失敗しました。",
    part: "prices",
    recoverAs: "prices",
    firstField: "monthly",
  });
  const { field, values } = state;
  const [isConfirming, setConfirming] = useState(false);
  const isReady = PriceListForm.safeParse(formOf(values)).success;
  const submitLabel = values.start === "now" ? "いますぐこの料金にする" : "この料金を予定する";
  return (
    <Previewed preview={<Preview values={values} />}>
      <Section title="新しい料金" isPanel>
        <RecordForm
          state={isReady ? { ...state, onSubmit: () => setConfirming(true) } : state}
          label="新しい料金"
          submitLabel={submitLabel}
          fieldsOf={(theirs) => {
            const { monthly, yearly } = theirs.next[0] ?? theirs.current;
            return [
              { label: FIELDS.monthly.label, value: String(monthly) },
              { label: FIELDS.yearly.label, value: String(yearly) },
            ];
          }}
        >
          <div className="grid gap-5 @xl:grid-cols-2">
            <FormField {...FIELDS.monthly} {...field("monthly")} />
            <FormField {...FIELDS.yearly} {...field("yearly")} />
            <FormField {...FIELDS.start} {...field("start", "starts_on")} />
            {values.start === "day" && <FormField {...FIELDS.starts_on} {...field("starts_on")} />}
          </div>
          <div className="grid gap-5 @xl:grid-cols-2">
            <FormField {...FIELDS.existing} {...field("existing", "moves_on")} />
            {values.existing === "move" && <FormField {...FIELDS.moves_on} {...field("moves_on")} />}
          </div>
          <p className="phrase max-w-reading text-muted">{consequenceOf(values)}</p>
        </RecordForm>
        {isConfirming && (
          <ConfirmDialog
            title={`${values.start === "now" ? "いますぐ" : `${formatDay(values.starts_on)}から`}、${amountsOf(formOf(values))}にしますか？`}
            confirmLabel={values.start === "now" ? "開始する" : "予定する"}
            onConfirm={() => {
              setConfirming(false);
              void state.onSubmit();
            }}
            onClose={() => setConfirming(false)}
          >
            {consequenceOf(values)}
          </ConfirmDialog>
        )}
      </Section>
    </Previewed>
  );
}

function consequenceOf({ existing, start }: PriceValues): string {
  const from = start === "now" ? "保存すると" : "開始日になると";
  const members =
    existing === "keep"
      ? "ご契約中の会員の料金は変わりません。"
      : `ご契約中の会員には、開始後の夜にメールでお知らせします。新しい料金は、お知らせから${NOTICE_DAYS}日以上あとの更新から請求されます。それまでに解約のお手続きをした会員には請求されません。`;
  return `${from}、新しいお申し込みはこの料金になり、前の料金で開いているお支払いページは使えなくなります。${members}`;
}

/** The texts of the pages. */
function Preview({ values }: { values: PriceValues }) {
  const prices = pricesOf(values);
  if (prices === null) return <p className="text-muted">料金を入力すると表示されます。</p>;
  return (
    <dl className="grid gap-2 rounded-lg border bg-surface p-4">
      {textsOf(prices).map(({ label, text }) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="phrase">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
