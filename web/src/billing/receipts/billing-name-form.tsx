import { contract } from "@manabiya/contract";
import { NameBody } from "@manabiya/contract/billing/receipts.ts";
import { useWrite } from "../../api/calls.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { TextField } from "../../ui/text-field.tsx";

const FAILED = "宛名を保存できませんでした。もう一度お試しください。";

export function BillingNameForm({ name }: { name: string }) {
  const { form, failure } = useBodyForm(NameBody, { name });
  const save = useWrite(contract.receipts.setName, {
    onSuccess: ({ name: saved }) => form.reset({ name: saved }),
    onError: (error) => showFirstFailure(form, error, { order: ["name"], fallback: FAILED }),
  });
  return (
    <BodyForm
      onChange={save.reset}
      onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
      failure={failure}
      done={save.isSuccess && "宛名を保存しました。"}
      isBusy={save.isPending}
      label="宛名を保存"
      look="secondary"
      buttonClass="justify-self-start"
    >
      <TextField
        label="領収書の宛名"
        hint="会社名や氏名など。保存したあとに発行される領収書に印字されます。発行済みの領収書は変わりません。"
        autoComplete="organization"
        {...registerField(form, "name")}
      />
    </BodyForm>
  );
}
