import { ChevronLeft } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { useProfile } from "../../api/profile.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { loadPageFile } from "../../ui/page/page-file.ts";
import { ProfileBlock, ProfileFacts } from "../../ui/page/profile-block.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ExportBlock } from "./export-block.tsx";
import { LeaveBlock } from "./leave-block.tsx";
import { MailBlock } from "./mail-block.tsx";
import { SessionsBlock } from "./sessions-block.tsx";
import { ThemeBlock } from "./theme-block.tsx";

const AgreementsBlock = lazy(() => loadPageFile(() => import("./agreements-block.tsx")));

const GiftsBlock = lazy(() => loadPageFile(() => import("../../billing/gifts/gifts-block.tsx")));

/** Everything of an account that the profile does not show. */
export default function SettingsPage() {
  usePageTitle("設定");
  const { data } = useProfile();
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-6 md:px-6 md:py-8">
      <div>
        <Link
          to="/profile"
          className="-ml-2 inline-flex min-h-target items-center gap-1 rounded-md px-2 text-primary hover:underline"
        >
          <ChevronLeft aria-hidden className="size-4" />
          プロフィール
        </Link>
        <h1 className="text-xl">設定</h1>
      </div>
      <ThemeBlock />
      {data && (
        <ProfileBlock title="セキュリティ">
          <ProfileFacts facts={[["2段階認証", data.has_second_factor ? "オン" : "オフ"]]} />
          <ButtonLink to="/profile/security" look="secondary" className="mt-5">
            {data.has_second_factor ? "2段階認証を管理" : "2段階認証を設定"}
          </ButtonLink>
        </ProfileBlock>
      )}
      <MailBlock />
      <SessionsBlock />
      <ProfileBlock title="領収書">
        <p className="phrase max-w-reading">お支払いの領収書を年ごとに受け取れます。宛名も設定できます。</p>
        <ButtonLink to="/profile/receipts" look="secondary" className="mt-4">
          領収書と宛名
        </ButtonLink>
      </ProfileBlock>
      <Suspense>
        <GiftsBlock />
      </Suspense>
      <Suspense>
        <AgreementsBlock />
      </Suspense>
      <ExportBlock />
      {data && <LeaveBlock profile={data} />}
    </div>
  );
}
