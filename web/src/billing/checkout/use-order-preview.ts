import { contract } from "@manabiya/contract";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { type ApiError, fieldsOf, sentenceOf, useRead } from "../../api/calls.ts";
import { useLinkedCode } from "./way-to-checkout.ts";

const FAILED = "クーポンコードを確認できませんでした。もう一度お試しください。";

/** A coupon of the order that is being prepared. */
export interface Coupon {
  /** As typed, or of a link. */
  code: string | null;
  /** In the provider's spelling; null: the order has no coupon. */
  accepted: string | null;
  /** Why the code does not count. */
  error: string | null;
  isChecking: boolean;
  /** The member pressed something, whose control may disappear: the next one takes the focus. */
  hasActed: boolean;
  apply: (code: string) => void;
  remove: () => void;
  clearError: () => void;
  /** The order was refused because of the code. */
  refuse: (message: string) => void;
}

/** @returns the message for the field with the code; null: the failure is not about it */
export function couponMessage(error: Error): string | null {
  const messages: string | string[] | undefined = fieldsOf(error)["code"];
  return messages === undefined ? null : [messages].flat().join("\n");
}

/**
 * The charges of an order. The code is kept in the address, so that it survives a change of plan, a reload, and the way
 * back from the payment page. Without a valid one, the charges are those of an order without a coupon.
 */
export function useOrderPreview(plan: PaidPlan) {
  const code = useLinkedCode();
  const [, setSearch] = useSearchParams();
  const [refused, setRefused] = useState<{ code: string; plan: PaidPlan; message: string } | null>(null);
  const [isHidden, setHidden] = useState(false);
  const [hasActed, setActed] = useState(false);
  const reduced = useRead(
    contract.checkout.preview,
    { querystring: { plan_type: plan, code: code ?? undefined } },
    {
      enabled: code !== null,
      staleTime: 0,
      // Wrong codes are limited, so only a press repeats one.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
  const refusal = refused?.code === code && refused?.plan === plan ? refused.message : null;
  const isReduced = code !== null && reduced.isSuccess && refusal === null;
  const plain = useRead(
    contract.checkout.preview,
    { querystring: { plan_type: plan } },
    { enabled: code === null || reduced.isError || refusal !== null, staleTime: 0 },
  );
  const shown = isReduced ? reduced : plain;
  const setCode = (value: string | null) => {
    setRefused(null);
    setHidden(false);
    setActed(true);
    setSearch(
      (before) => {
        const search = new URLSearchParams(before);
        if (value === null) search.delete("code");
        else search.set("code", value);
        return search;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const coupon: Coupon = {
    code,
    accepted: isReduced ? (reduced.data.coupon?.code ?? null) : null,
    error: isHidden || code === null ? null : (refusal ?? messageOf(reduced.error)),
    hasActed,
    isChecking: code !== null && reduced.isFetching,
    apply: (typed) => {
      setCode(typed);
      if (typed === code) void reduced.refetch();
    },
    remove: () => setCode(null),
    clearError: () => setHidden(true),
    refuse: (message) => {
      if (code !== null) setRefused({ code, plan, message });
      setActed(true);
    },
  };
  return { coupon, preview: shown };
}

function messageOf(error: ApiError | null): string | null {
  return error && (couponMessage(error) ?? sentenceOf(error, FAILED));
}
