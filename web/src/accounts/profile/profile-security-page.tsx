import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { query } from "../../api/calls.ts";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { SecondFactorBlock } from "../second-factor/second-factor-block.tsx";
import { useProfile } from "../../api/profile.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Loaded } from "../../ui/loaded.tsx";

export default function ProfileSecurityPage() {
  usePageTitle("セキュリティ");
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-4 py-6 md:px-6 md:py-8">
      <div>
        <Link
          to="/profile"
          className="-ml-2 inline-flex min-h-target items-center gap-1 rounded-md px-2 text-primary hover:underline"
        >
          <ChevronLeft aria-hidden className="size-4" />
          プロフィール
        </Link>
        <h1 className="text-xl">セキュリティ</h1>
      </div>
      <ProfileBlock title="2段階認証">
        <SecondFactor />
      </ProfileBlock>
    </div>
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
