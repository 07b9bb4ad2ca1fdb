import { useMutation } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import type { ApiError } from "../../api/calls.ts";

interface SendOptions {
  /** Only checks the file. */
  dry_run: boolean;
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
}

/** Uploads the chosen CSV, or only checks it. The file stays chosen until its rows are registered. */
export function useCsvUpload<Answer>(
  form: RefObject<HTMLFormElement | null>,
  sendFile: (file: File, options: SendOptions) => Promise<Answer>,
) {
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending, variables } = useMutation<
    Answer,
    ApiError,
    { chosen: File; dry_run: boolean }
  >({
    mutationFn: ({ chosen, dry_run }) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      return sendFile(chosen, { dry_run, onProgress: setProgress, signal });
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
    /** The answer belongs to a check: nothing is registered. */
    isPreview: variables?.dry_run === true,
    error,
    isPending,
    /** From 0 to 1; null while the server works on the received file. */
    progress: progress < 1 ? progress : null,
    choose: (chosen: File | null) => {
      setFile(chosen);
      reset();
    },
    send: (dry_run: boolean, chosen: File | null = file) => {
      setProgress(0);
      if (chosen !== null) mutate({ chosen, dry_run });
    },
    cancel: () => controller.current?.abort(),
  };
}
