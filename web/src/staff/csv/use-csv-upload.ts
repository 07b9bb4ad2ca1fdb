import { useMutation } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { type ApiError, sentenceOf } from "../../api/calls.ts";

interface Choices {
  /** Somebody has agreed to what the server asked. */
  confirmed?: boolean;
  /** The file wins over later changes. Undefined: nobody has decided. */
  take_file?: boolean | undefined;
}

interface SendOptions extends Choices {
  /** Only checks the file. */
  dry_run: boolean;
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
}

export type SendFile<Answer> = (file: File, options: SendOptions) => Promise<Answer>;

/** Uploads the chosen CSV, or only checks it. The file stays chosen until its rows are registered. */
export function useCsvUpload<Answer>(form: RefObject<HTMLFormElement | null>, sendFile: SendFile<Answer>) {
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(null);
  const { mutate, reset, data, error, isPending, variables } = useMutation<
    Answer,
    ApiError,
    Choices & { chosen: File; dry_run: boolean }
  >({
    mutationFn: ({ chosen, ...choices }) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      return sendFile(chosen, { ...choices, onProgress: setProgress, signal });
    },
    onSuccess: (_, { dry_run }) => {
      if (dry_run) return;
      setFile(null);
      form.current?.reset();
    },
  });

  const asks = error?.body?.type === "confirmation_required";
  function send(dry_run: boolean, { chosen = file, ...choices }: Choices & { chosen?: File | null } = {}) {
    setProgress(0);
    const take_file = variables?.take_file;
    if (chosen !== null) mutate({ chosen, dry_run, take_file, ...choices });
  }

  return {
    file,
    answer: data,
    /** The answer belongs to a check: nothing is registered. */
    isPreview: variables?.dry_run === true,
    error: asks ? null : error,
    /** The server's question before it changes anything; null: none. */
    question: asks ? sentenceOf(error, "") : null,
    takesFile: variables?.take_file,
    isPending,
    /** From 0 to 1; null while the server works on the received file. */
    progress: progress < 1 ? progress : null,
    choose: (chosen: File | null) => {
      setFile(chosen);
      reset();
    },
    send,
    cancel: () => controller.current?.abort(),
  };
}
