import {
  CERTIFICATE_TEXT_MAX,
  DIGEST_HOURS,
  NO_SITE_FORM,
  PLAYER_LIMITS,
  SITE_TEXT_MAX,
  type SiteForm,
} from "@manabiya/contract/site/form.ts";
import type { FieldText } from "../../forms/fields.tsx";

/** The fields as inputs hold them: an empty text stands for null. */
export type SiteValues = Record<keyof SiteForm, string>;

interface SiteField extends Omit<FieldText, "hint"> {
  /** Stands above the field. */
  heading?: string;
  hint?: string;
  /** The hint goes on with what holds while the field is empty. */
  hasDefault?: true;
}

const shownPicture = (id: string) => id && "登録した画像";
const ADDRESS = { autoCapitalize: "none", spellCheck: false, hasDefault: true } as const;

/** In the order of the screen. */
export const FIELDS: Record<keyof SiteForm, SiteField> = {
  site_name: { heading: "名前と色", label: "サイト名", hasDefault: true, maxLength: SITE_TEXT_MAX.site_name },
  primary_colour: { label: "メインカラー", hint: "リンクとボタンの色です。" },
  signal_colour: { label: "アクセントカラー", hint: "目立たせる部分の背景の色です。" },
  icon: {
    heading: "画像",
    label: "ロゴとアイコン",
    hint: "正方形の画像1枚から、すべての大きさを作ります。192×192ピクセル以上。透明な部分は白になります。",
    shown: shownPicture,
  },
  share_picture: {
    label: "共有されたときの画像",
    hint: "サイトのURLがLINEやXで共有されたときに表示されます。1200×630ピクセルに切り抜きます。",
    shown: shownPicture,
  },
  first_landing: {
    label: "最初のページ",
    hint: "ログインしていない方がサイトを開いたときのページです。",
    options: { "/landing": "会員登録の案内（/landing）", "/freelanding": "無料体験の案内（/freelanding）" },
  },
  consumption_tax: {
    heading: "料金",
    label: "消費税",
    hint: "免税事業者では、料金の画面で入力した金額をそのまま請求し、登録番号も表示しません。ご契約中の会員への請求は変わりません。料金と公開中の規約と法定表記も見直してください。",
    options: {
      taxed: "課税事業者（料金に10%を加えて請求する）",
      exempt: "免税事業者（消費税を請求せず、表示もしない）",
    },
  },
  invoice_orders: {
    heading: "お支払い",
    label: "コンビニ払い・銀行振込（請求書払い）",
    hint: "受け付けると、年額プランのお申し込みで選べるようになります。先にStripeで有効にし、特定商取引法に基づく表記にもお支払いの方法と時期を書き加えてください。",
    options: { off: "受け付けない", on: "受け付ける" },
  },
  players_at_once: {
    heading: "視聴",
    label: "同時に再生できる台数",
    hint: "1人の会員が同時に再生できる台数です。超えると、最も早く再生を始めた端末が一時停止します。スタッフの再生は制限しません。",
    options: Object.fromEntries(PLAYER_LIMITS.map((limit) => [limit, limit === "off" ? "制限しない" : `${limit}台`])),
  },
  contact_url: {
    heading: "お問い合わせ",
    label: "お問い合わせ先",
    hint: "https://で始まるURLか、メールアドレス。",
    ...ADDRESS,
  },
  faq_url: { label: "よくある質問のURL", ...ADDRESS },
  sender_name: {
    heading: "メール",
    label: "差出人名",
    hint: "空欄の間はサイト名です。",
    maxLength: SITE_TEXT_MAX.sender_name,
  },
  owner_name: {
    label: "送信者の名称",
    hint: "ご案内のメールに表示する事業者名です（特定電子メール法）。",
    hasDefault: true,
    maxLength: SITE_TEXT_MAX.owner_name,
  },
  owner_address: {
    label: "送信者の住所",
    hint: "ご案内のメールに表示する住所です。",
    hasDefault: true,
    maxLength: SITE_TEXT_MAX.owner_address,
  },
  mail_footer: {
    label: "メールの署名",
    hint: "すべてのメールの末尾に付きます。",
    rows: 3,
    maxLength: SITE_TEXT_MAX.mail_footer,
  },
  film_originals: {
    heading: "動画ファイル",
    label: "元の動画ファイル",
    hint: "アップロードした動画から、回線に合わせて切り替わる画質を作ります。残さない場合は、画質の準備が完了した30日後に元のファイルを削除します。",
    options: { keep: "残す", drop: "残さない（保存容量を節約する）" },
  },
  film_mark: {
    label: "動画に重ねる会員番号",
    hint: "アップロードした動画に、視聴している会員の番号を薄く重ね、位置を変え続けます。画面の録画は防げませんが、誰の録画かが分かります。",
    options: { off: "表示しない", on: "表示する" },
  },
  film_storage_price: {
    label: "保存の料金（円、1GBの1か月あたり）",
    hint: "動画ファイルの保存先の料金です。入力すると、動画管理に費用の目安を表示します。",
    inputMode: "decimal",
  },
  film_delivery_price: {
    label: "配信の料金（円、1GBあたり）",
    hint: "直近30日の視聴時間から、いちばん高い画質で再生した場合の費用の目安を計算します。",
    inputMode: "decimal",
  },
  alert_addresses: {
    heading: "お知らせを受け取る",
    label: "お知らせの宛先",
    hint: "異議申し立て、再生できない動画、バックアップの遅れなどを、すぐにメールでお知らせします。メールアドレスを1行に1つ、5件まで。空欄の間は送りません。",
    rows: 3,
    autoCapitalize: "none",
    spellCheck: false,
  },
  digest_hour: {
    label: "今日の確認事項を送る時刻",
    hint: "その日の確認事項と、前日の件数や金額を、毎朝1通で送ります。確認することがない日は送りません。",
    options: Object.fromEntries(DIGEST_HOURS.map((hour) => [hour, `${hour}時`])),
  },
  digest_of_members: {
    label: "会員登録と解約のお知らせ",
    hint: "「送る」にすると、確認することがなくても、前日に会員登録か解約のお手続きがあれば朝のメールが届きます。",
    options: { off: "送らない", on: "送る" },
  },
  question_mails: {
    label: "質問のお知らせ",
    hint: "新しい質問が届いたことを、1時間に1通までお知らせします。",
    options: { on: "送る", off: "送らない" },
  },
  questions: {
    heading: "質問",
    label: "動画への質問",
    hint: "会員が動画の場面について質問できます。受け付けない間は、以前の質問と回答も表示しません。動画ごとの設定は、動画の編集で変更できます。",
    options: { on: "受け付ける", off: "受け付けない" },
  },
  certificates: {
    heading: "修了証",
    label: "修了証の発行",
    hint: "再生リストの動画をすべて完了した会員が、修了証を発行できます。発行しない設定にしても、発行済みの修了証は残ります。文章の変更は、発行済みの修了証にも反映されます。",
    options: { on: "発行する", off: "発行しない" },
  },
  certificate_title: { label: "修了証の見出し", required: true, maxLength: CERTIFICATE_TEXT_MAX },
  certificate_text: { label: "修了証の本文", required: true, maxLength: CERTIFICATE_TEXT_MAX },
  certificate_signature: { label: "修了証の発行者", hint: "空欄の間はサイト名です。", maxLength: CERTIFICATE_TEXT_MAX },
  opening_list: {
    heading: "管理画面",
    label: "はじめの準備",
    hint: "公開までに行うことの一覧です。すべて終わると、自動で消えます。",
    options: { on: "表示する", off: "表示しない" },
  },
};

export const names = Object.keys(FIELDS) as (keyof SiteForm)[];

export function valuesOf(form: SiteForm | null): SiteValues {
  return Object.fromEntries(names.map((name) => [name, (form ?? NO_SITE_FORM)[name] ?? ""])) as SiteValues;
}

export function formOf(values: SiteValues): SiteForm {
  return Object.fromEntries(names.map((name) => [name, values[name].trim() === "" ? null : values[name]])) as SiteForm;
}

/** The fields in which two versions differ, by their names on the screen. */
export function changedNames(one: SiteForm, other: SiteForm): string[] {
  return names.filter((name) => one[name] !== other[name]).map((name) => FIELDS[name].label);
}
