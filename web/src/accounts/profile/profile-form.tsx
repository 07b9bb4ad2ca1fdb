import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { ProfileUpdateBody } from "@manabiya/contract/accounts/profile.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { Profile } from "../../api/answers.ts";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { isPasswordRequired } from "../passwords/owner-fields.tsx";
import { OwnerFields } from "../passwords/owner-fields.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";

const FAILED = "プロフィールの更新に失敗しました。";

/** The password is asked for only when the server demands it. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { username, email, has_second_factor } = profile;
  const form = useForm({
    resolver: zodResolver(ProfileUpdateBody),
    defaultValues: { username, email },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
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
    <form
      noValidate
      className="grid gap-5"
      onChange={update.reset}
      onSubmit={form.handleSubmit((body) => update.mutate({ body }))}
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
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      {update.isSuccess && <Banner tone="success">{update.data.message || "プロフィールを更新しました。"}</Banner>}
      <Button type="submit" isBusy={update.isPending} className="justify-self-start">
        変更を保存
      </Button>
    </form>
  );
}
