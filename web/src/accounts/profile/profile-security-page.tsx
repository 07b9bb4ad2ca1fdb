import { contract } from "@manabiya/contract";
import { useRead } from "../../api/calls.ts";
import { WithProfile } from "../../api/with-profile.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { ProfileSubpage } from "../../ui/page/profile-subpage.tsx";
import { LoginsBlock } from "../providers/logins-block.tsx";
import { loginProviders } from "../providers/provider-buttons.tsx";
import { SecondFactorBlock } from "../second-factor/second-factor-block.tsx";

export default function ProfileSecurityPage() {
  return (
    <ProfileSubpage title="セキュリティ" isSetting>
      <WithProfile>
        {(profile) => (
          <>
            <ProfileBlock title="2段階認証">
              <SecondFactor isVerified={profile.email_verified_at !== null} />
            </ProfileBlock>
            {(loginProviders.length > 0 || !profile.has_password) && <LoginsBlock profile={profile} />}
          </>
        )}
      </WithProfile>
    </ProfileSubpage>
  );
}

function SecondFactor({ isVerified }: { isVerified: boolean }) {
  const found = useRead(contract.secondFactor.get);
  return (
    <Loaded query={found} message="2段階認証の状態を読み込めませんでした。" blocks={["h-52"]}>
      {(state) => <SecondFactorBlock state={state} isVerified={isVerified} />}
    </Loaded>
  );
}
