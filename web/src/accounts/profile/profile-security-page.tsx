import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { loginProviders } from "../providers/provider-buttons.tsx";
import { LoginsBlock } from "../providers/logins-block.tsx";
import { SecondFactorBlock } from "../second-factor/second-factor-block.tsx";
import { useProfile } from "../../api/profile.ts";
import { ProfileSubpage } from "../../ui/page/profile-subpage.tsx";
import { Loaded } from "../../ui/loaded.tsx";

export default function ProfileSecurityPage() {
  const { data } = useProfile();
  return (
    <ProfileSubpage title="セキュリティ" isSetting>
      <ProfileBlock title="2段階認証">
        <SecondFactor />
      </ProfileBlock>
      {data && (loginProviders.length > 0 || !data.has_password) && <LoginsBlock profile={data} />}
    </ProfileSubpage>
  );
}

function SecondFactor() {
  const found = useQuery(query(contract.secondFactor.get));
  const profile = useProfile();
  const isPending = found.isPending || profile.isPending;
  const data = found.data && profile.data && { state: found.data, isVerified: profile.data.email_verified_at !== null };
  return (
    <Loaded
      query={{
        data,
        isPending,
        isFetching: found.isFetching || profile.isFetching,
        refetch: () => Promise.all([found.refetch(), profile.refetch()]),
      }}
      message="2段階認証の状態を読み込めませんでした。"
      blocks={["h-52"]}
    >
      {(both) => <SecondFactorBlock {...both} />}
    </Loaded>
  );
}
