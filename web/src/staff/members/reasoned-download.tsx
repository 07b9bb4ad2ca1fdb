import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { type ReasonedAction, ReasonDialog } from "./reason-dialog.tsx";

interface ReasonedDownloadProps extends Pick<ReasonedAction<void>, "title" | "confirmLabel" | "failed"> {
  label: string;
  /** The content of the file, as the object of a sentence. */
  text: string;
  name: string;
  load: (reason: string) => Promise<{ csv: string }>;
}

/** Downloads members, for a reason that goes to the log. */
export function ReasonedDownload({ label, text, name, load, ...texts }: ReasonedDownloadProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const send = async ({ reason }: { reason: string }) => saveFile(name, "text/csv", (await load(reason)).csv);
  return (
    <>
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        <Download aria-hidden className="size-5" />
        {label}
      </Button>
      {isOpen && (
        <ReasonDialog
          action={{
            ...texts,
            text: `${text}1つのファイルに保存します。個人情報のため、取り扱いにご注意ください。`,
            send,
          }}
          onClose={close}
          onDone={close}
        />
      )}
    </>
  );
}
