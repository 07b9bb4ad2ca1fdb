import { Choice } from "../../forms/choice.tsx";
import { contract } from "@manabiya/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ApiError, useRead } from "../../api/calls.ts";
import { useCategories } from "../../catalogue/categories/category-list.ts";
import { Failure } from "../../ui/loaded.tsx";
import type { ReactNode } from "react";

const FAILED = "データの取得に失敗しました。";

interface BoxesProps {
  chosen: number[];
  onChange: (chosen: number[]) => void;
  error?: string | undefined;
}

const toggled = (chosen: number[], id: number, isChecked: boolean) =>
  isChecked ? [...chosen, id] : chosen.filter((other) => other !== id);

interface Item {
  id: number;
  name: string;
  children?: Item[];
}

/** Parents, each followed by its children. */
function Boxes({
  legend,
  found,
  chosen,
  onChange,
  error,
}: BoxesProps & { legend: string; found: UseQueryResult<Item[], ApiError> }) {
  const { data } = found;
  const box = ({ id, name, children = [] }: Item) => (
    <div key={id}>
      <Choice
        label={name}
        checked={chosen.includes(id)}
        onChange={({ target }) => onChange(toggled(chosen, id, target.checked))}
      />
      {children.length > 0 && <div className="ml-[min(1.75rem,8%)]">{children.map(box)}</div>}
    </div>
  );
  return (
    <CheckboxGroup key={String(!data)} legend={legend} chosen={chosen.length} error={error}>
      {data?.map(box)}
      {data?.length === 0 && <p className="py-2 text-muted">{legend}はありません</p>}
      {found.isError && !data && <Failure query={found} message={FAILED} />}
    </CheckboxGroup>
  );
}

export function CategoryBoxes(props: BoxesProps) {
  return <Boxes legend="カテゴリー" found={useCategories()} {...props} />;
}

export function TagBoxes(props: BoxesProps) {
  return <Boxes legend="タグ" found={useRead(contract.tags.list)} {...props} />;
}

interface CheckboxGroupProps {
  legend: string;
  chosen: number;
  error?: string | undefined;
  children: ReactNode;
}

/** Long groups scroll in their own frame. */
export function CheckboxGroup({ legend, chosen, error, children }: CheckboxGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">
        {legend}
        {chosen > 0 && <span className="ml-2 text-xs text-muted">{chosen}件を選択中</span>}
      </legend>
      <div
        ref={showFirstChosen}
        className="relative mt-1.5 max-h-56 overflow-y-auto rounded-md border border-control-border bg-surface px-[min(0.75rem,4%)] py-1"
      >
        {children}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 font-bold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** When the form opens, the frame alone scrolls to it. */
function showFirstChosen(frame: HTMLElement | null): void {
  const first = frame?.querySelector<HTMLElement>("label:has(:checked)");
  if (frame && first) frame.scrollTop = first.offsetTop + first.offsetHeight - frame.clientHeight;
}
