import { hasRight, type StaffAccess, type StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import {
  ChartLine,
  LayoutDashboard,
  ListVideo,
  type LucideIcon,
  Megaphone,
  ReceiptJapaneseYen,
  Settings,
  Tags,
  Users,
  Video,
} from "lucide-react";

export interface StaffScreen {
  path: string;
  name: string;
  /** The right that the screen needs. */
  access: StaffAccess;
  /** Words by which the search for screens finds it as well. */
  about?: string;
  /** False: the dashboard and the search for screens lead there, and the tabs do not. */
  isTab?: false;
}

export interface StaffArea {
  name: string;
  icon: LucideIcon;
  screens: readonly StaffScreen[];
}

/** A screen without a right of its own needs that of its area, else only that of staff. */
interface AreaEntry extends Omit<StaffArea, "screens"> {
  access?: StaffAccess;
  screens: readonly (Omit<StaffScreen, "access"> & { access?: StaffAccess })[];
}

/**
 * Every screen of the staff by its entry of the navigation, whose screens are tabs. The routes (staff-routes.tsx), the
 * navigation, the tabs, the dashboard and the search for screens read this table. Only links in other screens lead to a
 * path with a parameter.
 */
const AREAS = [
  { name: "今日", icon: LayoutDashboard, screens: [{ path: "/admin/dashboard", name: "管理画面" }] },
  {
    name: "動画",
    icon: Video,
    screens: [
      { path: "/admin/videos", name: "動画管理", about: "動画の登録、公開、サムネイル" },
      { path: "/admin/videos?new=1", name: "動画を登録する", isTab: false },
      { path: "/admin/videos/:id", name: "動画の編集" },
      { path: "/admin/videos/:id/captions", name: "字幕の編集" },
      { path: "/admin/description", name: "概要文管理", about: "動画の概要文の編集" },
      { path: "/admin/chapters", name: "チャプター管理", about: "チャプターの作成、CSVでの一括登録" },
      { path: "/admin/videos/upload", name: "動画の一括登録", about: "CSVでの登録" },
      { path: "/admin/videos/sheet", name: "CSVでまとめて編集", about: "すべての動画をExcelなどで編集、URLの変更" },
      { path: "/admin/home", name: "ホーム管理", about: "おすすめ動画の固定、はじめての方への再生リスト" },
    ],
  },
  {
    name: "分類",
    icon: Tags,
    screens: [
      { path: "/admin/categories", name: "カテゴリー管理", about: "カテゴリーの作成、名前や階層の変更、削除" },
      { path: "/admin/tags", name: "タグ管理", about: "タグの作成、名前の変更、削除" },
      { path: "/admin/synonyms", name: "同義語管理", about: "検索で同じ意味とする言葉の登録、変更、削除" },
    ],
  },
  {
    name: "再生リスト",
    icon: ListVideo,
    screens: [
      { path: "/playlists", name: "再生リスト", about: "再生リストの作成、並べ替え" },
      { path: "/playlists/create", name: "再生リストの作成", isTab: false },
    ],
  },
  {
    name: "お知らせ",
    icon: Megaphone,
    screens: [
      { path: "/admin/notices", name: "お知らせ管理", about: "お知らせの作成、公開予約、メールでの送信" },
      { path: "/admin/mailings", name: "自動メール", about: "ようこそ、無料体験の終了、新着動画のまとめ" },
      { path: "/admin/questions", name: "質問", about: "動画への質問の回答、非表示、報告の確認" },
    ],
  },
  {
    name: "会員",
    icon: Users,
    access: "staff.members",
    screens: [
      { path: "/admin/members", name: "会員管理", about: "会員の検索、視聴権、スタッフ権限" },
      { path: "/admin/members/:id", name: "会員" },
      { path: "/admin/members/move", name: "会員の移行", access: "superuser" },
      { path: "/admin/mails", name: "送信できていないメール", about: "送信に失敗したメールの再送信", isTab: false },
    ],
  },
  {
    name: "売上",
    icon: ReceiptJapaneseYen,
    access: "staff.money",
    screens: [
      { path: "/admin/sales", name: "売上", about: "月や年ごとの入金と返金、前受金、会計ソフト用のCSV" },
      { path: "/admin/alerts", name: "確認が必要な請求・契約", about: "異議申し立て、契約の重複など", isTab: false },
      { path: "/admin/coupons", name: "クーポン", about: "コードごとの利用回数と初回のお支払い" },
      {
        path: "/admin/prices",
        name: "料金",
        access: "superuser",
        about: "プランの料金、開始日、ご契約中の会員へのお知らせ",
      },
    ],
  },
  {
    name: "レポート",
    icon: ChartLine,
    screens: [
      {
        path: "/admin/figures",
        name: "会員・売上レポート",
        access: "staff.money",
        about: "会員登録、有料会員、売上、解約率",
      },
      { path: "/admin/figures/videos", name: "動画レポート", about: "視聴回数、視聴時間、離れた位置" },
      { path: "/admin/figures/videos/:id", name: "動画レポート" },
      { path: "/admin/figures/searches", name: "検索レポート", about: "検索キーワード、結果が0件の検索" },
    ],
  },
  {
    name: "設定",
    icon: Settings,
    access: "superuser",
    screens: [
      { path: "/admin/site", name: "サイトの設定", about: "名前、色、お問い合わせ先、メールの差出人" },
      { path: "/admin/landing", name: "会員登録の案内", about: "案内ページの文、よくある質問、部分の並び順" },
      { path: "/admin/freelanding", name: "無料体験の案内", about: "案内ページの文、よくある質問、部分の並び順" },
      {
        path: "/admin/legal",
        name: "規約と法定表記",
        about: "利用規約、プライバシーポリシー、特定商取引法に基づく表記",
      },
      { path: "/admin/tools", name: "外部ツール連携", about: "Webhook、Zapier、Slackなどへの通知、APIキー" },
      { path: "/admin/colleagues", name: "スタッフ管理", about: "スタッフの招待、権限、停止、2段階認証" },
      {
        path: "/admin/state",
        name: "サイトの状態",
        access: "superuser",
        about: "遅い、表示されないときの原因、バックアップ、証明書、版",
      },
      {
        path: "/admin/audit",
        name: "操作の記録",
        access: "staff",
        about: "だれが、いつ、何を変更したか、元に戻す、ゴミ箱",
      },
    ],
  },
] as const satisfies readonly AreaEntry[];

type Path = (typeof AREAS)[number]["screens"][number]["path"];
/** The paths below /admin. staff-routes.tsx must have a page for each. */
export type StaffPath = Exclude<Extract<Path, `/admin/${string}`>, `${string}?${string}`>;

const ALL: readonly StaffArea[] = AREAS.map(({ screens, ...area }: AreaEntry) => ({
  ...area,
  screens: screens.map((screen) => ({ access: area.access ?? "staff", ...screen })),
}));

export function accessOf(path: string): StaffAccess {
  const screens = ALL.flatMap((area) => area.screens);
  return screens.find((screen) => screen.path === path)?.access ?? "superuser";
}

/** The areas with the screens that the user may open, without those of one record; empty areas are left out. */
export function openAreas(user: StaffRights | undefined): StaffArea[] {
  if (user === undefined) return [];
  return ALL.map((area) => ({
    ...area,
    screens: area.screens.filter(({ path, access }) => !path.includes(":") && hasRight(user, access)),
  })).filter(({ screens }) => screens.length > 0);
}

/** Finds the area and the screen of an address. The screen of a record is the list that leads to it. */
export function positionOf(
  areas: readonly StaffArea[],
  pathname: string,
): { area: StaffArea; screen: StaffScreen } | null {
  const [nearest] = areas
    .flatMap((area) => area.screens.map((screen) => ({ area, screen })))
    .filter(({ screen: { path } }) => `${pathname}/`.startsWith(`${path}/`))
    .toSorted((one, other) => other.screen.path.length - one.screen.path.length);
  return nearest ?? null;
}
