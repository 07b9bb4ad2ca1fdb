import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { LongText } from "./long-text.tsx";

interface ConflictBannerProps {
  /** What differs from what is typed: the field's name and what the other one has saved. */
  theirs: { label: string; value: string }[];
  /** Saves what is typed over what the other one saved. */
  onOverwrite: () => void;
  /** Puts what the other one saved into the form. */
  onTakeTheirs: () => void;
  isBusy?: boolean;
}

/** Somebody else saved the record first. What is typed stays in the form; this stands above its buttons. */
export function ConflictBanner({ theirs, onOverwrite, onTakeTheirs, isBusy = false }: ConflictBannerProps) {
  return (
    <Banner tone="danger">
      <p className="font-bold">ほかの担当者が先に更新しました。入力した内容はまだ保存されていません。</p>
      {theirs.length > 0 && (
        <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
          {theirs.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-muted">現在の{label}</dt>
              <dd className="max-sm:mb-1">
                <LongText>{value || "（空）"}</LongText>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="danger" onClick={onOverwrite} isBusy={isBusy}>
          上書きする
        </Button>
        <Button look="secondary" onClick={onTakeTheirs}>
          読み込み直す
        </Button>
      </div>
    </Banner>
  );
}
