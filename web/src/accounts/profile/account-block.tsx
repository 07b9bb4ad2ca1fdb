import type { Profile } from "../../api/answers.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { ProfileBlock, ProfileFacts } from "../../ui/page/profile-block.tsx";
import { UndeliverableLine } from "../../catalogue/home/undeliverable-line.tsx";
import { VerifyEmailNote } from "./verify-email-note.tsx";

export function AccountBlock({ profile }: { profile: Profile }) {
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
      <ButtonLink to="/profile/edit" look="secondary" className="mt-5">
        プロフィールを編集
      </ButtonLink>
    </ProfileBlock>
  );
}
