import { contract } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { sentenceOf, useRead, useWrite } from "../../../api/calls.ts";
import { Button } from "../../../ui/button.tsx";
import { sizeText } from "./size-text.ts";

const costText = (time: string, yen: number | null) => (yen === null ? "" : `（目安：${time}約${formatYen(yen)}）`);

/** The space that uploaded films take, and the films that are still in one quality. Nothing without such films. */
export function FilmSum() {
  const sum = useRead(contract.adminFilms.sum);
  const prepare = useWrite(contract.adminFilms.prepareAll, { onSuccess: () => sum.refetch() });
  if (!sum.data) return null;
  const { is_available, unprepared, waiting, refused, bytes, delivered_bytes, storage_cost, delivery_cost } = sum.data;
  const isOffered = is_available && unprepared > 0;
  if (bytes === 0 && waiting === 0 && !isOffered) return null;
  const facts = [
    ...(bytes > 0 ? [`保存容量 ${sizeText(bytes)}${costText("1か月で", storage_cost)}`] : []),
    ...(delivered_bytes > 0 ? [`直近30日の配信 約${sizeText(delivered_bytes)}${costText("", delivery_cost)}`] : []),
    ...(waiting > 0 ? [`画質の準備待ち・準備中 ${waiting.toLocaleString("ja")}本`] : []),
    ...(refused > 0 ? [`画質を準備できない動画 ${refused.toLocaleString("ja")}本`] : []),
    ...(isOffered ? [`画質が1つだけの動画 ${unprepared.toLocaleString("ja")}本`] : []),
  ];
  return (
    <section aria-label="動画ファイルの容量" className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4">
      <p className="phrase min-w-0 flex-1 basis-60 text-muted">動画ファイル：{facts.join("、")}</p>
      {isOffered && (
        <Button look="secondary" isBusy={prepare.isPending} onClick={() => prepare.mutate({})}>
          すべての動画の画質を準備
        </Button>
      )}
      <p role="status" className="text-success">
        {prepare.data?.message}
      </p>
      {prepare.error && (
        <p role="alert" className="font-bold text-danger">
          {sentenceOf(prepare.error, "画質の準備を始められませんでした。")}
        </p>
      )}
    </section>
  );
}
