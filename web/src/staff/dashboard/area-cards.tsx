import {
  BadgeJapaneseYen,
  Captions,
  FileText,
  FolderTree,
  History,
  ListVideo,
  type LucideIcon,
  Megaphone,
  Tags,
  TicketPercent,
  Users,
  Video,
} from "lucide-react";
import { Link } from "react-router";

interface StaffArea {
  to: string;
  icon: LucideIcon;
  title: string;
  about: string;
}

export const CONTENT_AREAS: readonly StaffArea[] = [
  {
    to: "/admin/categories",
    icon: FolderTree,
    title: "カテゴリー管理",
    about: "カテゴリーの作成、名前や階層の変更、削除",
  },
  { to: "/admin/tags", icon: Tags, title: "タグ管理", about: "タグの作成、名前の変更、削除" },
  { to: "/admin/videos", icon: Video, title: "動画管理", about: "動画の登録、公開、サムネイル、一括登録" },
  { to: "/admin/description", icon: FileText, title: "概要文管理", about: "動画の概要文の編集" },
  { to: "/admin/chapters", icon: Captions, title: "チャプター管理", about: "チャプターの作成、CSVでの一括登録" },
];

export const OTHER_AREAS: readonly StaffArea[] = [
  { to: "/admin/notices", icon: Megaphone, title: "お知らせ管理", about: "お知らせの作成、公開予約" },
  { to: "/playlists", icon: ListVideo, title: "再生リスト", about: "再生リストの作成、並べ替え" },
];

/** Superusers only. */
export const SUPERUSER_AREAS: readonly StaffArea[] = [
  { to: "/admin/members", icon: Users, title: "会員管理", about: "会員の検索、視聴権、スタッフ権限" },
  {
    to: "/admin/alerts",
    icon: BadgeJapaneseYen,
    title: "確認が必要な請求・契約",
    about: "異議申し立て、契約の重複など",
  },
  { to: "/admin/coupons", icon: TicketPercent, title: "クーポン", about: "コードごとの利用回数と初回のお支払い" },
  { to: "/admin/audit", icon: History, title: "操作の記録", about: "だれが、いつ、何を変更したか" },
];

export function AreaCards({ title, areas }: { title: string; areas: typeof CONTENT_AREAS }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {areas.map(({ to, icon: Icon, title: name, about }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full items-start gap-4 rounded-lg border bg-surface p-4 transition-colors hover:bg-sunken md:p-5"
            >
              <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-primary" />
              <span className="grid gap-1">
                <span className="text-base leading-normal font-bold">{name}</span>
                <span className="phrase text-xs text-muted">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
