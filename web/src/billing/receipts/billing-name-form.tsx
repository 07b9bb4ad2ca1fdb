import { zodResolver } from "@hookform/resolvers/zod";
import { contract } from "@manabiya/contract";
import { NameBody } from "@manabiya/contract/billing/receipts.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { mutation } from "../../api/calls.ts";
import { registerField } from "../../forms/register-field.ts";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";

const FAILED = "宛名を保存できませんでした。もう一度お試しください。";

export function BillingNameForm({ name }: { name: string }) {
  const form = useForm({ resolver: zodResolver(NameBody), defaultValues: { name }, reValidateMode: "onSubmit" });
  const { errors } = form.formState;
  const save = useMutation({
    ...mutation(contract.receipts.setName),
    onSuccess: ({ name: saved }) => form.reset({ name: saved }),
    onError: (error) => showFirstFailure(form, error, { order: ["name"], fallback: FAILED }),
  });
  return (
    <form
      noValidate
      className="grid gap-5"
      onChange={save.reset}
      onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
    >
      <TextField
        label="領収書の宛名"
        hint="会社名や氏名など。保存したあとに発行される領収書に印字されます。発行済みの領収書は変わりません。"
        autoComplete="organization"
        {...registerField(form, "name")}
      />
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      {save.isSuccess && <Banner tone="success">宛名を保存しました。</Banner>}
      <Button type="submit" look="secondary" isBusy={save.isPending} className="justify-self-start">
        宛名を保存
      </Button>
    </form>
  );
}
