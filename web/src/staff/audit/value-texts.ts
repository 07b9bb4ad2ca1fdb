import { formatMinute } from "../../ui/date.ts";

/** What the log calls a value; what is not here is shown as it stands. */
const NAMES: Record<string, string> = {
  access_granted_until: "視聴権の期限",
  category_ids: "カテゴリーの番号",
  chapters: "チャプターの数",
  created: "作成した数",
  created_at: "公開日時",
  description: "説明",
  duration: "長さ（秒）",
  email: "メールアドレス",
  host: "配信元",
  is_staff: "スタッフ",
  is_superuser: "管理者",
  name: "名前",
  notice_category: "カテゴリー",
  notice_content: "本文",
  notice_title: "タイトル",
  parent: "親カテゴリーの番号",
  published_at: "公開日時",
  sessions: "端末の数",
  tag_ids: "タグの番号",
  thumbnail: "サムネイル",
  time_seconds: "時間（秒）",
  title: "タイトル",
  username: "名前",
  video: "動画の番号",
  video_id: "動画ID",
  videos: "動画の番号",
};

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A value of the log in words: its name and what it is, or was. */
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
