import { lazy, Suspense } from "react";
import { useProfile } from "../../api/profile.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { loadPageFile } from "../../ui/page/page-file.ts";
import { ProfileBlock, ProfileFacts } from "../../ui/page/profile-block.tsx";
import { ProfileSubpage } from "../../ui/page/profile-subpage.tsx";
import { ExportBlock } from "./export-block.tsx";
import { LeaveBlock } from "./leave-block.tsx";
import { MailBlock } from "./mail-block.tsx";
import { SessionsBlock } from "./sessions-block.tsx";
import { ThemeBlock } from "./theme-block.tsx";

const AgreementsBlock = lazy(() => loadPageFile(() => import("./agreements-block.tsx")));

const GiftsBlock = lazy(() => loadPageFile(() => import("../../billing/gifts/gifts-block.tsx")));

/** Everything of an account that the profile does not show. */
export default function SettingsPage() {
  const { data } = useProfile();
  return (
    <ProfileSubpage title="設定" isWide>
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
    </ProfileSubpage>
  );
}
