import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { PasswordForm } from "./password-form.tsx";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { useProfile } from "../../api/profile.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { NotLoaded } from "../../ui/loaded.tsx";

export default function ProfileEditPage() {
  usePageTitle("プロフィールの編集");
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
        <h1 className="text-xl">プロフィールの編集</h1>
      </div>
      <Forms />
    </div>
  );
}

function Forms() {
  const found = useProfile();
  const { data } = found;
  if (!data)
    return <NotLoaded query={found} message="プロファイル情報の取得に失敗しました。" blocks={["h-80", "h-112"]} />;
  return (
    <>
      <ProfileBlock title="基本情報">
        <ProfileForm profile={data} />
      </ProfileBlock>
      <ProfileBlock title="パスワードの変更">
        <PasswordForm profile={data} />
      </ProfileBlock>
    </>
  );
}
