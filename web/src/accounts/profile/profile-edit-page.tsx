import { PasswordForm } from "./password-form.tsx";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { useProfile } from "../../api/profile.ts";
import { ProfileSubpage } from "../../ui/page/profile-subpage.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";

export default function ProfileEditPage() {
  return (
    <ProfileSubpage title="プロフィールの編集">
      <Forms />
    </ProfileSubpage>
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
