import { useMutation } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import type { ApiError } from "../../api/calls.ts";

/** How a CSV is on its way. */
interface Sending {
  /** Looks at it only. */
  dry_run: boolean;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends the CSV that was chosen, or has it looked at before: how far it is, how to stop it, and what was answered.
 * What is registered is forgotten, what failed stays chosen.
 */
export function useCsvUpload<Answer>(
  form: RefObject<HTMLFormElement | null>,
  sendFile: (file: File, sending: Sending) => Promise<Answer>,
) {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending, variables } = useMutation<
    Answer,
    ApiError,
    { chosen: File; dry_run: boolean }
  >({
    mutationFn: ({ chosen, dry_run }) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      return sendFile(chosen, { dry_run, onProgress: setShare, signal });
    },
    onSuccess: (_, { dry_run }) => {
      if (dry_run) return;
      setFile(null);
      form.current?.reset();
    },
  });

  return {
    file,
    answer: data,
    /** Whether the answer says only what would be done. */
    isPreview: variables?.dry_run === true,
    error,
    isPending,
    /** Of the bytes, from 0 to 1; null: they have come, and are being worked on. */
    share: share < 1 ? share : null,
    choose: (chosen: File | null) => {
      setFile(chosen);
      reset();
    },
    send: (dry_run: boolean) => {
      setShare(0);
      if (file !== null) mutate({ chosen: file, dry_run });
    },
    cancel: () => controller.current?.abort(),
  };
}
