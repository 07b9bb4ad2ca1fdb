import { hasRight, type StaffAccess, type StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import {
  BadgeJapaneseYen,
  Captions,
  ChartColumn,
  ChartLine,
  FileSpreadsheet,
  FileText,
  FolderSync,
  FolderTree,
  History,
  JapaneseYen,
  LayoutGrid,
  ListVideo,
  type LucideIcon,
  Mail,
  Mails,
  Megaphone,
  Palette,
  PanelsTopLeft,
  PanelTop,
  Plus,
  ReceiptJapaneseYen,
  Scale,
  Search,
  Settings,
  Tags,
  TicketPercent,
  Upload,
  UserCog,
  Users,
  Video,
  Replace,
} from "lucide-react";

interface StaffScreen {
  /** A path with a parameter needs no icon: only links in other screens lead there. */
  path: string;
  name: string;
  /** The right that the screen needs. */
  access: StaffAccess;
  icon?: LucideIcon;
  /** A sentence for the dashboard's card. */
  about?: string;
  /** The part of the navigation. Absent: only the search for screens leads there. */
  group?: StaffGroup;
}

type StaffGroup = "content" | "tools" | "publishing" | "figures" | "members" | "money" | "site" | "people";

const GROUP_NAMES: Record<StaffGroup, string> = {
  content: "コンテンツ",
  tools: "一括編集と検索",
  publishing: "お知らせと再生リスト",
  figures: "レポート",
  members: "会員",
  money: "請求・売上",
  site: "サイト",
  people: "スタッフ",
};

/**
 * Every screen of the staff, in the order of the navigation. The routes (staff-routes.tsx), the navigation, the
 * dashboard's cards and the search for screens read this table.
 */
const SCREENS = [
  { path: "/admin/dashboard", name: "管理画面", access: "staff", icon: Settings },
  { path: "/admin/videos/upload", name: "動画の一括登録", access: "staff", icon: Upload },
  { path: "/admin/videos?new=1", name: "動画を登録する", access: "staff", icon: Plus },
  { path: "/admin/videos/:id", name: "動画の編集", access: "staff" },
  { path: "/admin/videos/:id/captions", name: "字幕の編集", access: "staff" },
  {
    path: "/admin/categories",
    name: "カテゴリー管理",
    access: "staff",
    icon: FolderTree,
    group: "content",
    about: "カテゴリーの作成、名前や階層の変更、削除",
  },
  {
    path: "/admin/tags",
    name: "タグ管理",
    access: "staff",
    icon: Tags,
    group: "content",
    about: "タグの作成、名前の変更、削除",
  },
  {
    path: "/admin/videos",
    name: "動画管理",
    access: "staff",
    icon: Video,
    group: "content",
    about: "動画の登録、公開、サムネイル、一括登録",
  },
  {
    path: "/admin/description",
    name: "概要文管理",
    access: "staff",
    icon: FileText,
    group: "content",
    about: "動画の概要文の編集",
  },
  {
    path: "/admin/chapters",
    name: "チャプター管理",
    access: "staff",
    icon: Captions,
    group: "content",
    about: "チャプターの作成、CSVでの一括登録",
  },
  {
    path: "/admin/videos/sheet",
    name: "CSVでまとめて編集",
    access: "staff",
    icon: FileSpreadsheet,
    group: "tools",
    about: "すべての動画をExcelなどで編集、配信元の変更",
  },
  {
    path: "/admin/synonyms",
    name: "同義語管理",
    access: "staff",
    icon: Replace,
    group: "tools",
    about: "検索で同じ意味とする言葉の登録、変更、削除",
  },
  {
    path: "/admin/notices",
    name: "お知らせ管理",
    access: "staff",
    icon: Megaphone,
    group: "publishing",
    about: "お知らせの作成、公開予約、メールでの送信",
  },
  {
    path: "/admin/mailings",
    name: "自動メール",
    access: "staff",
    icon: Mails,
    group: "publishing",
    about: "ようこそ、無料体験の終了、新着動画のまとめ",
  },
  {
    path: "/playlists",
    name: "再生リスト",
    access: "staff",
    icon: ListVideo,
    group: "publishing",
    about: "再生リストの作成、並べ替え",
  },
  {
    path: "/admin/home",
    name: "ホーム管理",
    access: "staff",
    icon: LayoutGrid,
    group: "publishing",
    about: "おすすめ動画の固定、はじめての方への再生リスト",
  },
  { path: "/playlists/create", name: "再生リストの作成", access: "staff", icon: Plus },
  {
    path: "/admin/figures",
    name: "会員・売上レポート",
    access: "staff.money",
    icon: ChartColumn,
    group: "figures",
    about: "会員登録、有料会員、売上、解約率",
  },
  {
    path: "/admin/figures/videos",
    name: "動画レポート",
    access: "staff",
    icon: ChartLine,
    group: "figures",
    about: "視聴回数、視聴時間、離れた位置",
  },
  { path: "/admin/figures/videos/:id", name: "動画レポート", access: "staff" },
  {
    path: "/admin/figures/searches",
    name: "検索レポート",
    access: "staff",
    icon: Search,
    group: "figures",
    about: "検索キーワード、結果が0件の検索",
  },
  {
    path: "/admin/members",
    name: "会員管理",
    access: "staff.members",
    icon: Users,
    group: "members",
    about: "会員の検索、視聴権、スタッフ権限",
  },
  { path: "/admin/members/:id", name: "会員", access: "staff.members" },
  { path: "/admin/members/move", name: "会員の移行", access: "superuser", icon: FolderSync },
  {
    path: "/admin/mails",
    name: "送信できていないメール",
    access: "staff.members",
    icon: Mail,
    group: "members",
    about: "送信に失敗したメールの再送信",
  },
  {
    path: "/admin/alerts",
    name: "確認が必要な請求・契約",
    access: "staff.money",
    icon: BadgeJapaneseYen,
    group: "money",
    about: "異議申し立て、契約の重複など",
  },
  {
    path: "/admin/sales",
    name: "売上",
    access: "staff.money",
    icon: ReceiptJapaneseYen,
    group: "money",
    about: "月や年ごとの入金と返金、前受金、会計ソフト用のCSV",
  },
  {
    path: "/admin/coupons",
    name: "クーポン",
    access: "staff.money",
    icon: TicketPercent,
    group: "money",
    about: "コードごとの利用回数と初回のお支払い",
  },
  {
    path: "/admin/prices",
    name: "料金",
    access: "superuser",
    icon: JapaneseYen,
    group: "money",
    about: "プランの料金、開始日、ご契約中の会員へのお知らせ",
  },
  {
    path: "/admin/site",
    name: "サイトの設定",
    access: "superuser",
    icon: Palette,
    group: "site",
    about: "名前、色、お問い合わせ先、メールの差出人",
  },
  {
    path: "/admin/landing",
    name: "会員登録の案内ページ",
    access: "superuser",
    icon: PanelsTopLeft,
    group: "site",
    about: "文、よくある質問、部分の並び順",
  },
  {
    path: "/admin/freelanding",
    name: "無料体験の案内ページ",
    access: "superuser",
    icon: PanelTop,
    group: "site",
    about: "文、よくある質問、部分の並び順",
  },
  {
    path: "/admin/legal",
    name: "規約と法定表記",
    access: "superuser",
    icon: Scale,
    group: "site",
    about: "利用規約、プライバシーポリシー、特定商取引法に基づく表記",
  },
  {
    path: "/admin/colleagues",
    name: "スタッフ管理",
    access: "superuser",
    icon: UserCog,
    group: "people",
    about: "スタッフの招待、権限、停止、2段階認証",
  },
  {
    path: "/admin/audit",
    name: "操作の記録",
    access: "superuser",
    icon: History,
    group: "people",
    about: "だれが、いつ、何を変更したか",
  },
] as const satisfies readonly StaffScreen[];

/** The paths below /admin. staff-routes.tsx must have a page for each. */
export type StaffPath = Exclude<Extract<(typeof SCREENS)[number]["path"], `/admin/${string}`>, `${string}?${string}`>;

export function accessOf(path: string): StaffAccess {
  return SCREENS.find((screen) => screen.path === path)?.access ?? "superuser";
}

export type OpenScreen = StaffScreen & { icon: LucideIcon };

/** The screens that the user may open, without those of one record. */
export function openScreens(user: StaffRights | undefined): OpenScreen[] {
  const all: readonly StaffScreen[] = SCREENS;
  return all.filter(
    (screen): screen is OpenScreen => screen.icon !== undefined && user !== undefined && hasRight(user, screen.access),
  );
}

/** The user's screens by the navigation's groups; empty groups are left out. */
export function groupedScreens(
  user: StaffRights | undefined,
): { id: StaffGroup; name: string; screens: OpenScreen[] }[] {
  const screens = openScreens(user);
  return (Object.keys(GROUP_NAMES) as StaffGroup[])
    .map((id) => ({ id, name: GROUP_NAMES[id], screens: screens.filter(({ group }) => group === id) }))
    .filter((group) => group.screens.length > 0);
}
