import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { useProfile } from "../../api/profile.ts";
import { ProfileSubpage } from "../../ui/page/profile-subpage.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { contract } from "@manabiya/contract";
import { ChangePasswordBody, ProfileUpdateBody } from "@manabiya/contract/accounts/profile.ts";
import type { Profile } from "../../api/answers.ts";
import { sentenceOf, useWrite } from "../../api/calls.ts";
import { NewPasswordFields } from "../passwords/new-password-fields.tsx";
import { OwnerFields, isPasswordRequired } from "../passwords/owner-fields.tsx";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { useEffect, useState } from "react";
import { registerField } from "../../forms/register-field.ts";
import { TextField } from "../../ui/text-field.tsx";

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
      {data.has_password && (
        <ProfileBlock title="パスワードの変更">
          <PasswordForm profile={data} />
        </ProfileBlock>
      )}
    </>
  );
}

const PASSWORD_FAILED = "パスワードの変更に失敗しました。";

function PasswordForm({ profile: { email, has_second_factor } }: { profile: Profile }) {
  const { form, failure } = useBodyForm(ChangePasswordBody, { old_password: "", new_password: "", new_password2: "" });
  const change = useWrite(contract.profile.changePassword, {
    changes: [contract.profile.sessions],
    onSuccess: () => form.reset(),
    onError: (error) =>
      showFirstFailure(form, error, {
        order: ["old_password", "new_password2", "new_password", "code"],
        fallback: PASSWORD_FAILED,
      }),
  });

  return (
    <BodyForm
      onChange={change.reset}
      onSubmit={form.handleSubmit((body) => change.mutate({ body }), change.reset)}
      failure={failure}
      done={change.isSuccess && (change.data.message || "パスワードを変更しました。")}
      isBusy={change.isPending}
      label="パスワードを変更"
      buttonClass="justify-self-start"
    >
      {/* Password managers need the username to store the password. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <OwnerFields
        form={form}
        password="old_password"
        code="code"
        label="現在のパスワード"
        hasSecondFactor={has_second_factor}
      />
      <NewPasswordFields form={form} password="new_password" repeated="new_password2" label="新しいパスワード" />
    </BodyForm>
  );
}

const PROFILE_FAILED = "プロフィールの更新に失敗しました。";

/** The password is asked for only when the server demands it. */
function ProfileForm({ profile }: { profile: Profile }) {
  const { username, email, has_second_factor } = profile;
  const { form, failure } = useBodyForm(ProfileUpdateBody, { username, email });
  const [asked, setAsked] = useState<string | null>(null);
  const update = useWrite(contract.profile.update, {
    onSuccess: () => {
      setAsked(null);
      form.unregister(["current_password", "code"]);
    },
    onError: (error) => {
      if (isPasswordRequired(error)) return setAsked(sentenceOf(error, PROFILE_FAILED));
      const order = ["username", "email", "current_password", "code"] as const;
      showFirstFailure(form, error, { order, fallback: PROFILE_FAILED });
    },
  });

  useEffect(() => {
    if (asked !== null) form.setFocus("current_password");
  }, [asked, form]);

  return (
    <BodyForm
      onChange={update.reset}
      onSubmit={form.handleSubmit((body) => update.mutate({ body }))}
      failure={failure}
      done={update.isSuccess && (update.data.message || "プロフィールを更新しました。")}
      isBusy={update.isPending}
      label="変更を保存"
      buttonClass="justify-self-start"
    >
      <TextField label="ユーザー名" required autoComplete="nickname" {...registerField(form, "username")} />
      <TextField label="メールアドレス" type="email" required autoComplete="email" {...registerField(form, "email")} />
      {asked !== null && (
        <OwnerFields
          form={form}
          password="current_password"
          code="code"
          label="現在のパスワード"
          hint={asked}
          hasSecondFactor={has_second_factor}
        />
      )}
    </BodyForm>
  );
}
