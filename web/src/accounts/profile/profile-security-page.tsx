import { accountSecurity } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { query } from "../../api/calls.ts";
import { ProfileBlock } from "./profile-block.tsx";
import { SecondFactorBlock } from "../second-factor/second-factor-block.tsx";
import { useProfile } from "../session/profile.ts";
import { usePageTitle } from "../../shell/use-page-title.ts";
import { Failure } from "../../ui/failure.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";

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
  const { data, isPending, isFetching, refetch } = useQuery(query(accountSecurity.secondFactor.get));
  const profile = useProfile();
  if (data && profile.data) {
    return <SecondFactorBlock state={data} isVerified={profile.data.email_verified_at !== null} />;
  }
  if (isPending || profile.isPending) {
    return (
      <SkeletonGroup>
        <Skeleton className="h-52" />
      </SkeletonGroup>
    );
  }
  return (
    <Failure
      message="2段階認証の状態を読み込めませんでした。"
      onRetry={() => void Promise.all([refetch(), profile.refetch()])}
      isRetrying={isFetching || profile.isFetching}
    />
  );
}
