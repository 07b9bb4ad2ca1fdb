import { NO_SITE_FORM, type SiteForm } from "@manabiya/contract/site/form.ts";

/** The fields as inputs hold them: an empty text stands for null. */
export type SiteValues = Record<keyof SiteForm, string>;

export const FIELD_NAMES: Record<keyof SiteForm, string> = {
  site_name: "サイト名",
  contact_url: "お問い合わせ先",
  faq_url: "よくある質問のURL",
  sender_name: "差出人名",
  owner_name: "送信者の名称",
  owner_address: "送信者の住所",
  mail_footer: "メールの署名",
  primary_colour: "メインカラー",
  signal_colour: "アクセントカラー",
  icon: "ロゴとアイコン",
  share_picture: "共有されたときの画像",
  first_landing: "最初のページ",
  consumption_tax: "消費税",
  invoice_orders: "コンビニ払い・銀行振込（請求書払い）",
  players_at_once: "同時に再生できる台数",
  alert_addresses: "お知らせの宛先",
  digest_hour: "今日の確認事項を送る時刻",
  digest_of_members: "会員登録と解約のお知らせ",
  questions: "動画への質問",
  question_mails: "質問のお知らせ",
  opening_list: "はじめの準備",
  film_originals: "元の動画ファイル",
};

export const TAX_NAMES: Record<SiteForm["consumption_tax"], string> = {
  taxed: "課税事業者（料金に10%を加えて請求する）",
  exempt: "免税事業者（消費税を請求せず、表示もしない）",
};

export const LANDING_NAMES: Record<SiteForm["first_landing"], string> = {
  "/landing": "会員登録の案内（/landing）",
  "/freelanding": "無料体験の案内（/freelanding）",
};

const names = Object.keys(FIELD_NAMES) as (keyof SiteForm)[];

export function valuesOf(form: SiteForm | null): SiteValues {
  return Object.fromEntries(names.map((name) => [name, (form ?? NO_SITE_FORM)[name] ?? ""])) as SiteValues;
}

export function formOf(values: SiteValues): SiteForm {
  return Object.fromEntries(names.map((name) => [name, values[name].trim() === "" ? null : values[name]])) as SiteForm;
}

/** The fields in which two versions differ, by their names on the screen. */
export function changedNames(one: SiteForm, other: SiteForm): string[] {
  return names.filter((name) => one[name] !== other[name]).map((name) => FIELD_NAMES[name]);
}
