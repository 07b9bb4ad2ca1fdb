import { taxWords } from "../../billing/plans/tax-words.ts";
import { contract } from "@manabiya/contract";
import { CouponForm as Form, type StaffCoupon } from "@manabiya/contract/staff/coupons.ts";
import { useState } from "react";
import { call } from "../../api/calls.ts";
import { type FieldText, FormField } from "../../forms/fields.tsx";
import { RecordForm } from "../../forms/record-form.tsx";
import { typedNumber } from "../../forms/typed-number.ts";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { Choice } from "../../forms/choice.tsx";
import { Section } from "../../ui/page/section.tsx";

/** The fields as inputs hold them. */
interface Typed extends Pick<Form, "name" | "code" | "unit" | "duration" | "first_time"> {
  off: string;
  months: string;
  max_redemptions: string;
  until: string;
}

const EMPTY: Typed = {
  name: "",
  code: "",
  unit: "percent",
  off: "",
  duration: "once",
  months: "",
  max_redemptions: "",
  first_time: false,
  until: "",
};

function formOf({ off, months, max_redemptions, until, ...typed }: Typed): Form {
  const optional = (text: string) => (text.trim() === "" ? null : typedNumber(text));
  return {
    ...typed,
    off: typedNumber(off),
    months: typed.duration === "repeating" ? optional(months) : null,
    max_redemptions: optional(max_redemptions),
    until: until === "" ? null : until,
  };
}

const FIELDS = {
  name: { label: "名前", hint: "請求書に表示されます。", maxLength: 40 },
  code: {
    label: "コード",
    hint: "半角の英字・数字・ハイフン。大文字と小文字は区別しません。",
    autoCapitalize: "characters",
    spellCheck: false,
  },
  unit: { label: "割引の種類", options: { percent: "割合（%）", yen: taxWords("金額（円、税抜）") } },
  percent: { label: "割引（%）", inputMode: "numeric" },
  yen: { label: taxWords("割引（円、税抜）"), inputMode: "numeric" },
  duration: {
    label: "割引の期間",
    options: { once: "初回のお支払いだけ", repeating: "月数を指定", forever: "契約が続くかぎり毎回" },
  },
  months: { label: "割引の月数", inputMode: "numeric" },
  max_redemptions: { label: "利用回数の上限（任意）", hint: "空欄の場合、上限はありません。", inputMode: "numeric" },
  until: { label: "最終日（任意）", hint: "この日の終わり（日本時間）まで使えます。", type: "date" },
} satisfies Record<string, FieldText>;

export function CouponForm({ onSaved, onCancel }: { onSaved: (coupons: StaffCoupon[]) => void; onCancel: () => void }) {
  // One form is one decision: pressing again after a lost answer makes one coupon.
  const [request_id] = useState(() => crypto.randomUUID());
  const state = useRecordForm<Typed, never, StaffCoupon[]>({
    valuesOf: () => EMPTY,
    check: (typed) => messagesOf(Form.safeParse(formOf(typed))),
    save: (typed) => call(contract.adminCoupons.create, { body: { ...formOf(typed), request_id } }),
    onSaved,
    failed: "クーポンを作成できたか確認できませんでした。もう一度押しても、二重に作成されることはありません。",
    part: "coupon",
    firstField: "name",
    takesFocus: true,
  });
  const { field, values, setValue } = state;
  return (
    <Section title="新しいクーポン" isPanel>
      <RecordForm state={state} label="新しいクーポン" submitLabel="クーポンを作成" onCancel={onCancel}>
        <div className="grid gap-5 @xl:grid-cols-2">
          <FormField {...FIELDS.name} {...field("name")} />
          <FormField {...FIELDS.code} {...field("code")} />
          <FormField {...FIELDS.unit} {...field("unit", "off")} />
          <FormField {...FIELDS[values.unit]} {...field("off")} />
          <FormField {...FIELDS.duration} {...field("duration", "months")} />
          {values.duration === "repeating" && <FormField {...FIELDS.months} {...field("months")} />}
          <FormField {...FIELDS.max_redemptions} {...field("max_redemptions")} />
          <FormField {...FIELDS.until} {...field("until")} />
        </div>
        <Choice
          label="初回のお申し込みでのみ使える"
          hint="これまでにお支払いのある会員は使えません。"
          checked={values.first_time}
          onChange={({ target }) => setValue("first_time", target.checked)}
        />
      </RecordForm>
    </Section>
  );
}
