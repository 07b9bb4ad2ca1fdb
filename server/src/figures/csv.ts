import { taxText } from "@manabiya/contract/rules/prices.ts";
import type { MemberDay, SearchTerm, VideoFigures } from "@manabiya/contract/staff/figures.ts";
import { table } from "../csv/send.ts";

export function memberCsv(site: { isTaxExempt: boolean }, days: MemberDay[]): string {
  return table<MemberDay>(
    [
      ["日付", ({ day }) => day],
      ["会員登録", ({ signups }) => signups],
      ["無料体験の開始", ({ trials }) => trials],
      ["初めてのご契約", ({ first_paid }) => first_paid],
      ["ご契約の開始", ({ started }) => started],
      ["契約終了", ({ ended }) => ended],
      ["有料会員", ({ members }) => members],
      [taxText(site, "月あたりの売上（円、税抜、割引前）"), ({ monthly_revenue }) => monthly_revenue],
    ],
    days,
  );
}

export function videoCsv(videos: VideoFigures[]): string {
  return table<VideoFigures>(
    [
      ["動画ID", ({ id }) => id],
      ["タイトル", ({ title }) => title ?? "削除された動画"],
      ["視聴回数", ({ views }) => views],
      ["視聴時間（秒）", ({ watch_seconds }) => watch_seconds],
      ["お気に入りに追加", ({ favorites_added }) => favorites_added],
      ["お気に入りから削除", ({ favorites_removed }) => favorites_removed],
    ],
    videos,
  );
}

export function searchCsv(terms: SearchTerm[]): string {
  return table<SearchTerm>(
    [
      ["検索キーワード", ({ term }) => term],
      ["検索回数", ({ searches }) => searches],
      ["結果が0件の検索", ({ without_result }) => without_result],
    ],
    terms,
  );
}
