import type { Profile } from "../../api/answers.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ProfileBlock, ProfileFacts } from "./profile-block.tsx";

export function SecurityBlock({ profile }: { profile: Profile }) {
  return (
    <ProfileBlock title="セキュリティ">
      <ProfileFacts facts={[["2段階認証", profile.has_second_factor ? "オン" : "オフ"]]} />
      <ButtonLink to="/profile/security" look="secondary" className="mt-5">
        {profile.has_second_factor ? "2段階認証を管理" : "2段階認証を設定"}
      </ButtonLink>
    </ProfileBlock>
  );
}
