import { formatMinute } from "../../ui/date.ts";
import { FIELDS } from "../site/site-fields.ts";

/** Labels of the log's actions, where they are not the name of the record and a verb. */
const ACTIONS: Record<string, string> = {
  "video.create": "動画を登録",
  "video.restore": "動画を復元",
  "video.update_by_csv": "動画をCSVで変更",
  "video_list.update_by_csv": "動画をCSVでまとめて変更",
  "video.thumbnail": "サムネイルを変更",
  "video.describe": "概要文を変更",
  "video.open": "動画を無料公開",
  "video.close": "動画の無料公開を終了",
  "playlist.add_video": "再生リストに動画を追加",
  "playlist.remove_video": "再生リストから動画を削除",
  "playlist.reorder": "再生リストを並べ替え",
  "home.update": "ホームの設定を変更",
  "question.answer": "質問に回答",
  "question.show": "質問を表示",
  "question.hide": "質問を非表示",
  "alert.resolve": "請求・契約を対応済みに変更",
  "alert.connect": "請求・契約を会員やサイトに結び付け",
  "alert.reopen": "請求・契約を未対応に変更",
  "mail.retry": "メールを再送信",
  "mail.discard": "送信できていないメールを破棄",
  "mailing.send": "お知らせをメールで送信",
  "mailing.stop": "お知らせのメールを停止",
  "member.grant_access": "視聴権を付与",
  "member.end_access": "視聴権を終了",
  "release.upgrade": "新しい版への更新を依頼",
  "release.back": "前の版への変更を依頼",
  "coupon.end": "クーポンを終了",
  "prices.create": "新しい料金を保存",
  "prices.withdraw": "料金の予定を取り下げ",
  "document.update": "サイトのページを公開",
  "document.withdraw": "サイトのページの予定を取り下げ",
  "invitation.create": "スタッフを招待",
  "invitation.withdraw": "スタッフの招待を取り消し",
  "member.join_staff": "招待を受けてスタッフに登録",
  "member.set_rights": "スタッフの権限を変更",
  "member.suspend": "アカウントを停止",
  "member.resume": "アカウントの停止を解除",
  "member.block_questions": "質問を停止",
  "member.allow_questions": "質問の停止を解除",
  "member.revoke_certificate": "修了証を無効化",
  "member.make_staff": "スタッフ権限を付与",
  "member.remove_staff": "スタッフ権限を解除",
  "member.refund": "返金",
  "member.cancel": "契約を終了",
  "member.send_verification": "確認メールを送信",
  "member.send_password_reset": "パスワード再設定のメールを送信",
  "member.invalidate_password": "パスワードを無効化",
  "member.change_email": "メールアドレスを変更",
  "member.resume_mails": "メールの送信を再開",
  "member.export": "データを書き出し",
  "member.close": "退会の手続き",
  "member_list.export": "会員一覧をCSVで書き出し",
  "member_list.import": "ほかのサービスの会員を取り込み",
  "member_list.move_out": "移行のため会員を書き出し",
  "member.end_sessions": "端末からログアウト",
  "member.create_superuser": "管理者を作成",
  "webhook.renew_secret": "外部ツールへの通知の署名キーを更新",
  "webhook.resend": "外部ツールへの通知を再送",
  "member.turn_off_second_factor": "2段階認証を解除",
};

const VERBS: Record<string, string> = {
  create: "を作成",
  update: "を変更",
  delete: "を削除",
  import: "を一括登録",
  undo: "の変更を元に戻す",
};

/** Unknown actions are shown unchanged. */
export function actionText(action: string): string {
  const [name = "", verb = ""] = action.split(".");
  const subject = SUBJECTS[name.replace(/_list$/, "")];
  return ACTIONS[action] ?? (subject && VERBS[verb] ? subject + VERBS[verb] : action);
}

/** The kinds of records in the filter. Content comes first. */
export const SUBJECTS: Record<string, string> = {
  video: "動画",
  chapter: "チャプター",
  captions: "字幕",
  category: "カテゴリー",
  tag: "タグ",
  playlist: "再生リスト",
  home: "ホーム",
  notice: "お知らせ",
  synonyms: "同義語",
  member: "会員",
  invitation: "スタッフの招待",
  mailing: "自動メール",
  mail: "メール",
  question: "質問",
  alert: "請求・契約",
  coupon: "クーポン",
  prices: "料金",
  site: "サイトの設定",
  document: "サイトのページ",
  release: "サイトの版",
  webhook: "外部ツールへの通知",
  api_key: "APIキー",
};

/** Labels of the log's values. Unknown names are shown unchanged. */
const NAMES: Record<string, string> = {
  // The site's settings, as their screen names them, without the units.
  ...Object.fromEntries(Object.entries(FIELDS).map(([name, { label }]) => [name, label.replace(/（.*）$/, "")])),
  amount: "金額（円）",
  ends_access: "契約の終了",
  payment: "請求書の番号",
  access_granted_until: "視聴権の期限",
  categories: "カテゴリー",
  category_ids: "カテゴリーの番号",
  chapter_texts: "チャプター",
  chapters: "チャプター",
  created: "作成した数",
  created_at: "公開日時",
  description: "説明",
  document: "ページ",
  duration: "長さ（秒）",
  email: "メールアドレス",
  email_verified_at: "メールアドレスの確認日時",
  count: "件数",
  is_search: "検索キーワードの指定",
  with_password_hashes: "パスワードのハッシュ",
  status: "会員の状態",
  subscription_status: "契約の状態",
  cancel_at_period_end: "期間の終わりに解約",
  host: "配信元",
  lines: "字幕の行",
  published: "公開",
  updated_at: "更新日時",
  words: "言葉",
  is_staff: "スタッフ",
  is_superuser: "管理者",
  may_see_members: "会員の権限",
  may_see_money: "請求・売上の権限",
  must_have_second_factor: "2段階認証の必須",
  name: "名前",
  code: "コード",
  unit: "割引の種類",
  off: "割引",
  discount_duration: "割引の期間",
  months: "割引の月数",
  max_redemptions: "利用回数の上限",
  first_time: "初回のお申し込みのみ",
  until: "最終日",
  promotion_code: "Stripeの番号",
  notice_category: "カテゴリー",
  notice_content: "本文",
  notice_title: "タイトル",
  newcomers_playlist: "はじめての方への再生リストの番号",
  pinned: "固定した動画の番号",
  parent: "親カテゴリーの番号",
  playlists: "再生リスト",
  published_at: "公開日時",
  opened_at: "無料公開の開始日時",
  takes_questions: "質問の受け付け",
  questions_blocked_at: "質問の停止日時",
  answered: "回答",
  state: "状態",
  sessions: "端末の数",
  suspended_at: "停止日時",
  tag_ids: "タグの番号",
  tags: "タグ",
  thumbnail: "サムネイル",
  time_seconds: "時間（秒）",
  title: "タイトル",
  username: "ユーザー名",
  version: "版",
  video: "動画の番号",
  video_id: "動画ID",
  children: "子カテゴリーの番号",
  events: "通知する出来事",
  is_on: "オン",
  scope: "読み取る内容",
  type: "出来事",
  deleted_at: "削除日時",
  host_hash: "Vimeoの限定公開のキー、またはHLSのURL",
  videos: "動画の番号",
};

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

export function valueText([name, value]: [string, unknown]): string {
  return `${nameText(name)}: ${textOf(value)}`;
}

export const nameText = (name: string) => NAMES[name] ?? name;

export function textOf(value: unknown): string {
  if (value === null || value === "") return "なし";
  if (typeof value === "boolean") return value ? "はい" : "いいえ";
  if (Array.isArray(value)) return value.length === 0 ? "なし" : value.map(textOf).join("・");
  if (typeof value !== "string") return JSON.stringify(value);
  return INSTANT.test(value) ? (formatMinute(value) ?? value) : value;
}
