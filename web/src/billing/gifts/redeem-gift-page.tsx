import { contract } from "@manabiya/contract";
import { RedeemGiftBody } from "@manabiya/contract/billing/gifts.ts";
import { useWrite } from "../../api/calls.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { formatLastDay } from "../../ui/date.ts";
import { TextField } from "../../ui/text-field.tsx";
import { Outcome } from "../checkout/outcome.tsx";
import { useLinkedCode } from "../checkout/way-to-checkout.ts";

const FAILED = "ギフトを使えたか確認できませんでした。もう一度押しても、二重に使われることはありません。";

export default function RedeemGiftPage() {
  usePageTitle("ギフトコードを使う");
  const { form, failure } = useBodyForm(RedeemGiftBody, { code: useLinkedCode() ?? "" });
  const redeem = useWrite(contract.gifts.redeem, {
    onError: (error) => showFirstFailure(form, error, { order: ["code"], fallback: FAILED }),
  });
  if (redeem.data) {
    const { access_granted_until: until } = redeem.data;
    return (
      <Outcome
        tone="success"
        title="ギフトを受け取りました"
        actions={
          <>
            <ButtonLink to="/">動画を見る</ButtonLink>
            <ButtonLink to="/profile" look="secondary">
              プロフィールへ
            </ButtonLink>
          </>
        }
      >
        <p className="phrase">
          {formatLastDay(until)}
          まで、すべての動画を視聴できます。自動で更新されたり、料金が請求されたりすることはありません。
        </p>
      </Outcome>
    );
  }
  return (
    <div className="mx-auto grid w-full max-w-lg gap-6 px-4 py-8">
      <div>
        <h1 className="text-xl">ギフトコードを使う</h1>
        <p className="phrase mt-2 text-muted">
          使った日から、ギフトの月数のあいだ、すべての動画を視聴できます。カードの登録はいりません。
        </p>
      </div>
      <BodyForm
        onSubmit={form.handleSubmit((body) => redeem.mutate({ body }))}
        className="grid gap-5 rounded-lg border bg-surface p-5 md:p-6"
        failure={failure}
        isBusy={redeem.isPending}
        label="ギフトを使う"
        buttonClass="justify-self-start max-sm:w-full"
      >
        <TextField
          label="ギフトコード"
          hint="英数字16文字です。大文字と小文字、全角と半角、ハイフンの有無は区別しません。"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...registerField(form, "code")}
        />
      </BodyForm>
    </div>
  );
}
