import { staff } from "@manabiya/contract";
import type { SiteScreen, StoredSite } from "@manabiya/contract/site/form.ts";
import { useMutation } from "@tanstack/react-query";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { changedNames, formOf, valuesOf } from "./site-fields.ts";

interface EarlierVersionsProps {
  screen: SiteScreen;
  onRestored: (screen: SiteScreen, message: string) => void;
}

/** One press puts an earlier version back, as a new version, so that nothing is lost. */
export function EarlierVersions({ screen: { current, earlier }, onRestored }: EarlierVersionsProps) {
  const { mutate, isPending, error } = useMutation({
    ...mutation(staff.adminSite.update),
    onSuccess: (screen: SiteScreen) => onRestored(screen, "以前の設定に戻しました。"),
  });
  if (earlier.length === 0) return null;
  const restore = (version: StoredSite) =>
    mutate({ body: { ...formOf(valuesOf(version)), revision: current.revision } });
  return (
    <section aria-labelledby="earlier" className="grid gap-3">
      <h2 id="earlier" className="text-lg">
        以前の設定
      </h2>
      {error && <Banner tone="danger">{sentenceOf(error, "以前の設定に戻せませんでした。")}</Banner>}
      <ul className="divide-y overflow-hidden rounded-lg border bg-surface">
        {earlier.map((version) => {
          const time = version.changed_at === null ? "" : formatMinute(version.changed_at);
          const changed = changedNames(version, current);
          return (
            <li key={version.revision} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-bold">{time}の設定</p>
                <p className="phrase text-sm text-muted">
                  {changed.length === 0 ? "現在と同じです。" : `現在と異なる項目：${changed.join("、")}`}
                </p>
              </div>
              {changed.length > 0 && (
                <Button
                  look="secondary"
                  isBusy={isPending}
                  aria-label={`この設定に戻す（${time}）`}
                  onClick={() => restore(version)}
                >
                  この設定に戻す
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
