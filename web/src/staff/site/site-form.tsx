import { contract } from "@manabiya/contract";
import { OWN_COLOURS } from "@manabiya/contract/site/colours.ts";
import {
  DIGEST_HOURS,
  PLAYER_LIMITS,
  SITE_TEXT_MAX,
  SiteForm as Schema,
  type SiteScreen,
  type StoredSite,
} from "@manabiya/contract/site/form.ts";
import { call } from "../../api/calls.ts";
import { useState } from "react";
import { SelectField, TextArea } from "../../forms/fields.tsx";
import { Previewed } from "../../forms/previewed.tsx";
import { RecordForm } from "../../forms/record-form.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import { ColourField } from "./colour-field.tsx";
import { FIELD_NAMES, formOf, LANDING_NAMES, TAX_NAMES, type SiteValues, valuesOf } from "./site-fields.ts";
import { IconPreview, SharePreview, STANDARD_PICTURES } from "./picture-previews.tsx";
import { PictureField } from "./picture-field.tsx";
import { SitePreview } from "./site-preview.tsx";

interface SiteFormProps {
  screen: SiteScreen;
  onSaved: (screen: SiteScreen, message: string) => void;
}

const choiceOf = (value: string) => (TAX_NAMES as Record<string, string>)[value] ?? value;

/** A file of its own, because it brings the computation of colours. */
export default function SiteForm({ screen, onSaved }: SiteFormProps) {
  const { current, defaults } = screen;
  const [isSending, setIsSending] = useState(false);
  const state = useRecordForm<SiteValues, StoredSite, StoredSite>({
    record: current,
    valuesOf,
    check: (values) => messagesOf(Schema.safeParse(formOf(values))),
    save: async (values, replaced) => {
      const body = { ...formOf(values), ...(replaced && { revision: replaced.revision }) };
      const saved = await call(contract.adminSite.update, { body });
      onSaved(saved, "サイトの設定を保存しました。");
      return saved.current;
    },
    failed: "サイトの設定の保存に失敗しました。",
    part: "site",
    recoverAs: "site",
    hasOtherWork: isSending,
    firstField: "site_name",
  });
  const { field, values, setValue, errorOf } = state;
  const name = values.site_name.trim() || (defaults.site_name ?? "");
  const picture = (kind: keyof typeof STANDARD_PICTURES) => ({
    label: FIELD_NAMES[kind],
    standard: STANDARD_PICTURES[kind],
    kind,
    id: values[kind],
    error: errorOf(kind),
    onChange: (id: string) => setValue(kind, id),
    onSending: setIsSending,
  });
  const unless = (value: string | null) =>
    value === null ? "空欄の間は表示しません。" : `空欄の間は「${value.replace(/^mailto:/, "")}」です。`;
  return (
    <Previewed
      preview={
        <SitePreview
          name={name}
          colours={{ primary: values.primary_colour || null, signal: values.signal_colour || null }}
        />
      }
    >
      <section aria-label="設定" className="rounded-lg border bg-surface p-4 @2xl:p-6">
        <RecordForm
          state={state}
          label="サイトの設定"
          submitLabel="保存"
          isDisabled={isSending}
          fieldsOf={(theirs) =>
            Object.entries(valuesOf(theirs)).map(([name, value]) => ({
              label: FIELD_NAMES[name as keyof SiteValues],
              value: (name === "icon" || name === "share_picture") && value !== "" ? "登録した画像" : choiceOf(value),
            }))
          }
        >
          <h2 className="text-lg">名前と色</h2>
          <TextField
            label={FIELD_NAMES.site_name}
            hint={unless(defaults.site_name)}
            maxLength={SITE_TEXT_MAX.site_name}
            autoComplete="off"
            {...field("site_name")}
          />
          <div className="grid gap-5 @xl:grid-cols-2">
            <ColourField
              kind="primary"
              label={FIELD_NAMES.primary_colour}
              hint="リンクとボタンの色です。"
              value={values.primary_colour}
              standard={OWN_COLOURS.primary}
              error={errorOf("primary_colour")}
              onChange={(value) => setValue("primary_colour", value)}
            />
            <ColourField
              kind="signal"
              label={FIELD_NAMES.signal_colour}
              hint="目立たせる部分の背景の色です。"
              value={values.signal_colour}
              standard={OWN_COLOURS.signal}
              error={errorOf("signal_colour")}
              onChange={(value) => setValue("signal_colour", value)}
            />
          </div>
          <h2 className="text-lg">画像</h2>
          <PictureField
            {...picture("icon")}
            hint="正方形の画像1枚から、すべての大きさを作ります。192×192ピクセル以上。透明な部分は白になります。"
          >
            {(shown) => <IconPreview name={name} shown={shown} />}
          </PictureField>
          <PictureField
            {...picture("share_picture")}
            hint="サイトのURLがLINEやXで共有されたときに表示されます。1200×630ピクセルに切り抜きます。"
          >
            {(shown) => <SharePreview name={name} shown={shown} />}
          </PictureField>
          <SelectField
            label={FIELD_NAMES.first_landing}
            hint="ログインしていない方がサイトを開いたときのページです。"
            {...field("first_landing")}
            options={LANDING_NAMES}
          />
          <h2 className="text-lg">料金</h2>
          <SelectField
            label={FIELD_NAMES.consumption_tax}
            hint="免税事業者では、料金の画面で入力した金額をそのまま請求し、登録番号も表示しません。ご契約中の会員への請求は変わりません。料金と公開中の法的なページも見直してください。"
            {...field("consumption_tax")}
            options={TAX_NAMES}
          />
          <h2 className="text-lg">お支払い</h2>
          <SelectField
            label={FIELD_NAMES.invoice_orders}
            hint="受け付けると、年額プランのお申し込みで選べるようになります。先にStripeで有効にしてください。"
            options={{ off: "受け付けない", on: "受け付ける" }}
            {...field("invoice_orders")}
          />
          <h2 className="text-lg">視聴</h2>
          <SelectField
            label={FIELD_NAMES.players_at_once}
            hint="1人の会員が同時に再生できる台数です。超えると、いちばん前に再生を始めた端末が一時停止します。スタッフは数えません。"
            options={Object.fromEntries(
              PLAYER_LIMITS.map((limit) => [limit, limit === "off" ? "制限しない" : `${limit}台`]),
            )}
            {...field("players_at_once")}
          />
          <h2 className="text-lg">お問い合わせ</h2>
          <TextField
            label={FIELD_NAMES.contact_url}
            hint={`https://で始まるURLか、メールアドレス。${unless(defaults.contact_url)}`}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            {...field("contact_url")}
          />
          <TextField
            label={FIELD_NAMES.faq_url}
            hint={unless(defaults.faq_url)}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            {...field("faq_url")}
          />
          <h2 className="text-lg">メール</h2>
          <TextField
            label={FIELD_NAMES.sender_name}
            hint="空欄の間はサイト名です。"
            maxLength={SITE_TEXT_MAX.sender_name}
            autoComplete="off"
            {...field("sender_name")}
          />
          <TextField
            label={FIELD_NAMES.owner_name}
            hint={`ご案内のメールに表示する事業者名です（特定電子メール法）。${unless(defaults.owner_name)}`}
            maxLength={SITE_TEXT_MAX.owner_name}
            autoComplete="off"
            {...field("owner_name")}
          />
          <TextField
            label={FIELD_NAMES.owner_address}
            hint={`ご案内のメールに表示する住所です。${unless(defaults.owner_address)}`}
            maxLength={SITE_TEXT_MAX.owner_address}
            autoComplete="off"
            {...field("owner_address")}
          />
          <TextArea
            label={FIELD_NAMES.mail_footer}
            hint="すべてのメールの末尾に付きます。"
            rows={3}
            maxLength={SITE_TEXT_MAX.mail_footer}
            {...field("mail_footer")}
          />
          <h2 className="text-lg">動画ファイル</h2>
          <SelectField
            label={FIELD_NAMES.film_originals}
            hint="アップロードした動画から、回線に合わせて切り替わる画質を作ります。残さない場合は、できあがった30日後に元のファイルを削除します。"
            options={{ keep: "残す", drop: "残さない（保存容量を節約する）" }}
            {...field("film_originals")}
          />
          <h2 className="text-lg">お知らせを受け取る</h2>
          <TextArea
            label={FIELD_NAMES.alert_addresses}
            hint="異議申し立て、再生できない動画、バックアップの遅れなどを、すぐにメールでお知らせします。メールアドレスを1行に1つ、5件まで。空欄の間は送りません。"
            rows={3}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            {...field("alert_addresses")}
          />
          <SelectField
            label={FIELD_NAMES.digest_hour}
            hint="今日の確認事項と昨日の数を、毎朝1通で送ります。確認することのない日は送りません。"
            options={Object.fromEntries(DIGEST_HOURS.map((hour) => [hour, `${hour}時`]))}
            {...field("digest_hour")}
          />
          <SelectField
            label={FIELD_NAMES.digest_of_members}
            hint="送ると、確認することがなくても、前日に会員登録か解約のお手続きがあれば朝のメールが届きます。"
            options={{ off: "送らない", on: "送る" }}
            {...field("digest_of_members")}
          />
          <SelectField
            label={FIELD_NAMES.question_mails}
            hint="新しい質問が届いたことを、1時間に1通までお知らせします。"
            options={{ on: "送る", off: "送らない" }}
            {...field("question_mails")}
          />
          <h2 className="text-lg">質問</h2>
          <SelectField
            label={FIELD_NAMES.questions}
            hint="会員が動画の場面について質問できます。受け付けない間は、以前の質問と回答も表示しません。動画ごとの設定は、動画の編集で変更できます。"
            options={{ on: "受け付ける", off: "受け付けない" }}
            {...field("questions")}
          />
          <h2 className="text-lg">管理画面</h2>
          <SelectField
            label={FIELD_NAMES.opening_list}
            hint="公開までに行うことの一覧です。すべて終わると、自動で消えます。"
            options={{ on: "表示する", off: "表示しない" }}
            {...field("opening_list")}
          />
        </RecordForm>
      </section>
    </Previewed>
  );
}
