import { ChevronRight } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { AccountBlock } from "./account-block.tsx";
import { ExportBlock } from "./export-block.tsx";
import { LeaveBlock } from "./leave-block.tsx";
import { MailBlock } from "./mail-block.tsx";
import { SessionsBlock } from "./sessions-block.tsx";
import { SubscriptionBlock } from "./subscription-block.tsx";
import { ThemeBlock } from "./theme-block.tsx";
import { useIsStaff, useProfile } from "../../api/profile.ts";
import { loadPageFile } from "../../ui/page/page-file.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { NotLoaded } from "../../ui/loaded.tsx";
import type { Profile } from "../../api/answers.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ProfileBlock, ProfileFacts } from "../../ui/page/profile-block.tsx";

const AgreementsBlock = lazy(() => loadPageFile(() => import("./agreements-block.tsx")));

const GiftsBlock = lazy(() => loadPageFile(() => import("../../billing/gifts/gifts-block.tsx")));

const LINKS = [
  ["/favorites", "お気に入り"],
  ["/watch-later", "後で見る"],
  ["/watch-history", "視聴履歴"],
  ["/playlists", "再生リスト"],
  ["/notices", "お知らせ"],
] as const;

const STAFF_LINKS = [["/admin/dashboard", "管理画面"]] as const;

export default function ProfilePage() {
  usePageTitle("プロフィール");
  const profile = useProfile();
  const isStaff = useIsStaff();
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-6 md:px-6 md:py-8 xl:max-w-page xl:grid-cols-[minmax(0,1fr)_min(20rem,35%)]">
      <h1 className="text-xl xl:col-span-2">プロフィール</h1>
      <div className="grid content-start gap-5">
        <ProfileDetails profile={profile} />
      </div>
      <aside
        aria-label="メニューと表示"
        className="grid content-start gap-5 xl:col-start-2 xl:row-span-2 xl:row-start-2"
      >
        {isStaff && <QuickLinks title="スタッフメニュー" links={STAFF_LINKS} />}
        <QuickLinks title="よく使うメニュー" links={LINKS} />
        <ThemeBlock />
      </aside>
      <div className="grid content-start gap-5">
        {profile.data && <SecurityBlock profile={profile.data} />}
        <MailBlock />
        <SessionsBlock />
        <ReceiptsLink />
        <Suspense>
          <GiftsBlock />
        </Suspense>
        <Suspense>
          <AgreementsBlock />
        </Suspense>
        <ExportBlock />
        {profile.data && <LeaveBlock profile={profile.data} />}
      </div>
    </div>
  );
}

const SIZES = ["h-153 sm:h-115", "h-80 sm:h-64"];

function ProfileDetails({ profile }: { profile: ReturnType<typeof useProfile> }) {
  const { data } = profile;
  if (!data) return <NotLoaded query={profile} message="プロファイル情報の取得に失敗しました。" blocks={SIZES} />;
  return (
    <>
      <SubscriptionBlock profile={data} />
      <AccountBlock profile={data} />
    </>
  );
}

function SecurityBlock({ profile }: { profile: Profile }) {
  return (
    <ProfileBlock title="セキュリティ">
      <ProfileFacts facts={[["2段階認証", profile.has_second_factor ? "オン" : "オフ"]]} />
      <ButtonLink to="/profile/security" look="secondary" className="mt-5">
        {profile.has_second_factor ? "2段階認証を管理" : "2段階認証を設定"}
      </ButtonLink>
    </ProfileBlock>
  );
}

function ReceiptsLink() {
  return (
    <ProfileBlock title="領収書">
      <p className="phrase max-w-reading">お支払いの領収書を年ごとに受け取れます。宛名も設定できます。</p>
      <ButtonLink to="/profile/receipts" look="secondary" className="mt-4">
        領収書と宛名
      </ButtonLink>
    </ProfileBlock>
  );
}

interface QuickLinksProps {
  title: string;
  links: readonly (readonly [to: string, label: string])[];
}

function QuickLinks({ title, links }: QuickLinksProps) {
  return (
    <ProfileBlock title={title}>
      <ul className="-mx-3">
        {links.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-target items-center justify-between gap-3 rounded-md px-3 hover:bg-sunken"
            >
              {label}
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </ProfileBlock>
  );
}
