import type { contract } from "@manabiya/contract";
import { useState } from "react";
import { useRead } from "../../api/calls.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

type Read = typeof contract.questions.picture | typeof contract.adminQuestions.picture;

/** A press shows the picture as large as the window. `id`: the question's. */
export function QuestionPicture({ read, id }: { read: Read; id: number }) {
  const found = useRead(read, { params: { id } });
  const [isLarge, setLarge] = useState(false);
  if (found.isLoadingError) return <Failure query={found} message="画像を読み込めませんでした。" />;
  if (!found.data) return <Skeleton className="h-40" />;
  const picture = (label: string, size: string) => <img src={found.data.address} alt={label} className={size} />;
  return (
    <>
      <button type="button" className="justify-self-start" onClick={() => setLarge(true)}>
        {picture("質問の画像を拡大", "max-h-40 max-w-full rounded-md border")}
      </button>
      {isLarge && (
        <Dialog title="質問の画像" onClose={() => setLarge(false)}>
          {picture("質問に添えられた画像", "mx-auto max-h-[75dvh] max-w-full")}
        </Dialog>
      )}
    </>
  );
}
