import { type FormEvent, useEffect, useRef, useState } from "react";
import { FocusHere } from "../../forms/focus-here.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { CONTROL } from "../../ui/text-field.tsx";
import type { Coupon } from "./use-order-preview.ts";

const EMPTY = "クーポンコードを入力してください。";

/** Applies a coupon code before the order. A code that does not count stays in the field, with the reason. */
export function CouponField({ coupon }: { coupon: Coupon }) {
  const { code, accepted, error, hasActed, isChecking, apply, remove } = coupon;
  const [typed, setTyped] = useState(code ?? "");
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasActed && accepted === null) input.current?.focus();
  }, [hasActed, accepted]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    const text = typed.trim();
    setEmpty(text === "");
    if (text !== "") apply(text);
  };
  if (accepted !== null) {
    const banner = (
      <Banner
        tone="success"
        action={
          <Button
            look="secondary"
            onClick={() => {
              setTyped("");
              remove();
            }}
          >
            クーポンを外す
          </Button>
        }
      >
        クーポン「{accepted}」を適用しています。
      </Banner>
    );
    return hasActed ? <FocusHere>{banner}</FocusHere> : banner;
  }
  return (
    <details open={code !== null || hasActed}>
      <summary className="min-h-target content-center py-2 text-primary underline">クーポンコードを入力する</summary>
      <form noValidate onSubmit={submit} className="mt-2 max-w-sm">
        <Field label="クーポンコード" error={isEmpty ? EMPTY : (error ?? undefined)}>
          {(control) => (
            <div className="flex gap-3">
              <input
                {...control}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setEmpty(false);
                  coupon.clearError();
                }}
                ref={input}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                className={`${CONTROL} min-w-0`}
              />
              <Button type="submit" look="secondary" isBusy={isChecking} className="shrink-0">
                適用する
              </Button>
            </div>
          )}
        </Field>
      </form>
    </details>
  );
}
