import type { ErrorBody } from "@manabiya/contract/error.ts";
import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/calls.ts";

/** A request whose answer was lost may still be at work for some seconds. */
const LOOKS = [0, 2_000, 4_000];

const UNKNOWN =
  "お手続きの結果を確認できませんでした。通信の状態をご確認のうえ、ページを再読み込みして、ご契約の状態をお確かめください。";

interface CheckedMutation<Input, Answer> extends Omit<UseMutationOptions<Answer, ApiError, Input>, "mutationFn"> {
  mutationFn: (input: Input) => Promise<Answer>;
  /** Reads what became of the operation. @returns its answer if it took effect, otherwise null */
  look: (input: Input) => Promise<Answer | null>;
  /** Milliseconds before each look. */
  looks?: readonly number[];
}

/**
 * `useMutation` for an operation with money or an account at stake. No answer and a 5xx do not tell whether it took
 * effect, so the state is read before anything is said. `isChecking`: that is going on.
 */
export function useCheckedMutation<Input, Answer>({
  mutationFn,
  look,
  looks = LOOKS,
  ...options
}: CheckedMutation<Input, Answer>) {
  const [isChecking, setChecking] = useState(false);
  const checked = useMutation<Answer, ApiError, Input>({
    ...options,
    mutationFn: async (input) => {
      try {
        return await mutationFn(input);
      } catch (error) {
        if (!isOutcomeUnknown(error)) throw error;
        setChecking(true);
        const found = await lookRepeatedly(looks, () => look(input)).finally(() => setChecking(false));
        if (found === null) throw error;
        return found;
      }
    },
  });
  return { ...checked, isChecking };
}

function isOutcomeUnknown(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === null || error.status >= 500);
}

/** @returns null when the last look saw that nothing happened @throws when the last look failed */
async function lookRepeatedly<T>(looks: readonly number[], look: () => Promise<T | null>): Promise<T | null> {
  let isKnown = false;
  for (const delay of looks) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    try {
      const found = await look();
      if (found !== null) return found;
      isKnown = true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      isKnown = false;
    }
  }
  if (isKnown) return null;
  throw new ApiError(null, { error: UNKNOWN, type: "outcome_unknown", message: UNKNOWN } as ErrorBody);
}
