import { ConfirmDialog } from "../../ui/dialog.tsx";
import type { useCsvUpload } from "./use-csv-upload.ts";

interface ConfirmUploadProps {
  upload: Pick<ReturnType<typeof useCsvUpload>, "question" | "isPending" | "send">;
  title: string;
  confirmLabel: string;
}

/** Shows what the server asks before a large upload. After a refusal the preview is there again. */
export function ConfirmUpload({ upload: { question, isPending, send }, title, confirmLabel }: ConfirmUploadProps) {
  if (question === null) return null;
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isBusy={isPending}
      onConfirm={() => send(false, { confirmed: true })}
      onClose={() => send(true)}
    >
      {question.split(/(?<=。)/).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  );
}
