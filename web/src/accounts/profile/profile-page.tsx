import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { SubscriptionBlock } from "./subscription-block.tsx";
import { useIsStaff, useProfile } from "../../api/profile.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { NotLoaded } from "../../ui/loaded.tsx";
import { ProfileBlock, ProfileFacts } from "../../ui/page/profile-block.tsx";
import type { Profile } from "../../api/answers.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { UndeliverableLine } from "../../catalogue/home/undeliverable-line.tsx";
import { VerifyEmailNote } from "./verify-email-note.tsx";

const LINKS = [
  ["/favorites", "お気に入り"],
  ["/watch-later", "後で見る"],
  ["/watch-history", "視聴履歴"],
  ["/playlists", "再生リスト"],
  ["/certificates", "修了証"],
  ["/notices", "お知らせ"],
  ["/profile/settings", "設定"],
] as const;

const STAFF_LINKS = [["/admin/dashboard", "管理画面"]] as const;

export default function ProfilePage() {
  usePageTitle("プロフィール");
  const profile = useProfile();
  const isStaff = useIsStaff();
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-4 px-4 py-6 md:px-6 md:py-8 xl:max-w-page xl:grid-cols-[minmax(0,1fr)_min(20rem,35%)]">
      <h1 className="text-xl xl:col-span-2">プロフィール</h1>
      <div className="grid content-start gap-4">
        <ProfileDetails profile={profile} />
      </div>
      <aside aria-label="メニュー" className="grid content-start gap-5">
        <QuickLinks title="よく使うメニュー" links={LINKS} />
        {isStaff && <QuickLinks title="スタッフメニュー" links={STAFF_LINKS} />}
      </aside>
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

interface QuickLinksProps {
  title: string;
  links: readonly (readonly [to: string, label: string])[];
}

function QuickLinks({ title, links }: QuickLinksProps) {
  return (
    <ProfileBlock title={title}>
      <ul className="-mx-3 grid grid-cols-[repeat(auto-fill,minmax(max(8.5rem,40%),1fr))] gap-x-2 xl:grid-cols-1">
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

function AccountBlock({ profile }: { profile: Profile }) {
  const since = formatDay(profile.created_at);
  return (
    <ProfileBlock title="アカウント">
      <ProfileFacts
        facts={[
          ["ユーザー名", profile.username],
          ["メールアドレス", profile.email],
          since !== null && ["登録日", since],
        ]}
      />
      <div className="mt-4 empty:hidden">
        <UndeliverableLine />
      </div>
      {profile.email_verified_at === null && (
        <div className="mt-4">
          <VerifyEmailNote text="メールアドレスの確認がまだ済んでいません。" />
        </div>
      )}
      <ButtonLink to="/profile/edit" look="secondary" className="mt-4">
        プロフィールを編集
      </ButtonLink>
    </ProfileBlock>
  );
}
