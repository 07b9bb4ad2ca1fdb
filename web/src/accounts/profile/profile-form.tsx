import { contract } from "@manabiya/contract";
import { ProfileUpdateBody } from "@manabiya/contract/accounts/profile.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Profile } from "../../api/answers.ts";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { isPasswordRequired } from "../passwords/owner-fields.tsx";
import { OwnerFields } from "../passwords/owner-fields.tsx";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { TextField } from "../../ui/text-field.tsx";

const FAILED = "プロフィールの更新に失敗しました。";

/** The password is asked for only when the server demands it. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { username, email, has_second_factor } = profile;
  const { form, failure } = useBodyForm(ProfileUpdateBody, { username, email });
  const [asked, setAsked] = useState<string | null>(null);
  const update = useMutation({
    ...mutation(contract.profile.update),
    onSuccess: () => {
      setAsked(null);
      form.unregister(["current_password", "code"]);
    },
    onError: (error) => {
      if (isPasswordRequired(error)) return setAsked(sentenceOf(error, FAILED));
      const order = ["username", "email", "current_password", "code"] as const;
      showFirstFailure(form, error, { order, fallback: FAILED });
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
