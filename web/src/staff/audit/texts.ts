import { formatMinute } from "../../ui/date.ts";

/** Labels of the log's actions. Unknown actions are shown unchanged. */
const ACTIONS: Record<string, string> = {
  "category.create": "カテゴリーを作成",
  "category.update": "カテゴリーを変更",
  "category.delete": "カテゴリーを削除",
  "tag.create": "タグを作成",
  "tag.update": "タグを変更",
  "tag.delete": "タグを削除",
  "video.create": "動画を登録",
  "video.update": "動画を変更",
  "video.delete": "動画を削除",
  "video.restore": "動画を復元",
  "video.update_by_csv": "動画をCSVで変更",
  "video.import": "動画を一括登録",
  "video.thumbnail": "サムネイルを変更",
  "video.describe": "概要文を変更",
  "chapter.create": "チャプターを作成",
  "chapter.update": "チャプターを変更",
  "chapter.delete": "チャプターを削除",
  "chapter.import": "チャプターを一括登録",
  "playlist.create": "再生リストを作成",
  "playlist.update": "再生リストを変更",
  "playlist.delete": "再生リストを削除",
  "playlist.add_video": "再生リストに動画を追加",
  "playlist.remove_video": "再生リストから動画を削除",
  "playlist.reorder": "再生リストを並べ替え",
  "notice.create": "お知らせを作成",
  "notice.update": "お知らせを変更",
  "notice.delete": "お知らせを削除",
  "alert.resolve": "請求・契約を対応済みに変更",
  "alert.reopen": "請求・契約を未対応に変更",
  "mail.retry": "メールを再送信",
  "mailing.update": "自動メールを変更",
  "mailing.send": "お知らせをメールで送信",
  "mailing.stop": "お知らせのメールを停止",
  "member.grant_access": "視聴権を付与",
  "member.end_access": "視聴権を終了",
  "site.update": "サイトの設定を変更",
  "invitation.create": "スタッフを招待",
  "invitation.withdraw": "スタッフの招待を取り消し",
  "member.join_staff": "招待を受けてスタッフに登録",
  "member.set_rights": "スタッフの権限を変更",
  "member.suspend": "アカウントを停止",
  "member.resume": "アカウントの停止を解除",
  "member.make_staff": "スタッフ権限を付与",
  "member.remove_staff": "スタッフ権限を解除",
  "member.refund": "返金",
  "member.cancel": "契約を終了",
  "member.send_verification": "確認メールを送信",
  "member.send_password_reset": "パスワード再設定のメールを送信",
  "member.change_email": "メールアドレスを変更",
  "member.export": "データを書き出し",
  "member.close": "退会の手続き",
  "member_list.export": "会員一覧をCSVで書き出し",
  "member_list.import": "ほかのサービスの会員を取り込み",
  "member_list.move_out": "移行のため会員を書き出し",
  "member.end_sessions": "端末からログアウト",
  "member.create_superuser": "管理者を作成",
  "member.turn_off_second_factor": "2段階認証を解除",
};

export function actionText(action: string): string {
  return ACTIONS[action] ?? action;
}

/** Labels of the log's values. Unknown names are shown unchanged. */
const NAMES: Record<string, string> = {
  amount: "金額（円）",
  ends_access: "契約の終了",
  payment: "請求書の番号",
  access_granted_until: "視聴権の期限",
  categories: "カテゴリー",
  category_ids: "カテゴリーの番号",
  chapter_texts: "チャプター",
  chapters: "チャプターの数",
  created: "作成した数",
  created_at: "公開日時",
  description: "説明",
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
  is_staff: "スタッフ",
  is_superuser: "管理者",
  may_see_members: "会員の権限",
  may_see_money: "お金の権限",
  must_have_second_factor: "2段階認証の必須",
  name: "名前",
  notice_category: "カテゴリー",
  notice_content: "本文",
  notice_title: "タイトル",
  parent: "親カテゴリーの番号",
  playlists: "再生リスト",
  published_at: "公開日時",
  site_name: "サイト名",
  contact_url: "お問い合わせ先",
  faq_url: "よくある質問のアドレス",
  sender_name: "差出人名",
  owner_name: "送信者の名称",
  owner_address: "送信者の住所",
  mail_footer: "メールの署名",
  primary_colour: "基本の色",
  signal_colour: "目印の色",
  first_landing: "最初のページ",
  sessions: "端末の数",
  suspended_at: "停止日時",
  tag_ids: "タグの番号",
  tags: "タグ",
  thumbnail: "サムネイル",
  time_seconds: "時間（秒）",
  title: "タイトル",
  username: "ユーザー名",
  video: "動画の番号",
  video_id: "動画ID",
  videos: "動画の番号",
};

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export function valueText([name, value]: [string, unknown]): string {
  return `${NAMES[name] ?? name}: ${textOf(value)}`;
}

function textOf(value: unknown): string {
  if (value === null || value === "") return "なし";
  if (typeof value === "boolean") return value ? "はい" : "いいえ";
  if (Array.isArray(value)) return value.length === 0 ? "なし" : value.map(textOf).join("・");
  if (typeof value !== "string") return JSON.stringify(value);
  return INSTANT.test(value) ? (formatMinute(value) ?? value) : value;
}
