import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";
import { useCategories } from "../../catalogue/categories/category-list.ts";
import { Failure } from "../../ui/failure.tsx";
import { Checkbox, CheckboxGroup } from "./checkbox-group.tsx";

interface BoxesProps {
  chosen: number[];
  onChange: (chosen: number[]) => void;
  error?: string | undefined;
}

const toggled = (chosen: number[], id: number, isChecked: boolean) =>
  isChecked ? [...chosen, id] : chosen.filter((other) => other !== id);

/** Parents, each followed by its children. */
export function CategoryBoxes({ chosen, onChange, error }: BoxesProps) {
  const { data, isError, isFetching, refetch } = useCategories();
  const box = ({ id, name }: { id: number; name: string }) => (
    <Checkbox
      key={id}
      label={name}
      isChecked={chosen.includes(id)}
      onChange={(isChecked) => onChange(toggled(chosen, id, isChecked))}
    />
  );
  return (
    <CheckboxGroup legend="カテゴリー" chosen={chosen.length} error={error}>
      {data?.map((parent) => (
        <div key={parent.id}>
          {box(parent)}
          {parent.children.length > 0 && <div className="ml-7">{parent.children.map(box)}</div>}
        </div>
      ))}
      {data?.length === 0 && <p className="py-2 text-muted">カテゴリーはありません</p>}
      {isError && !data && <Failed onRetry={() => void refetch()} isRetrying={isFetching} />}
    </CheckboxGroup>
  );
}

export function TagBoxes({ chosen, onChange, error }: BoxesProps) {
  const { data, isError, isFetching, refetch } = useQuery(query(contract.tags.list));
  return (
    <CheckboxGroup legend="タグ" chosen={chosen.length} error={error}>
      {data?.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          isChecked={chosen.includes(id)}
          onChange={(isChecked) => onChange(toggled(chosen, id, isChecked))}
        />
      ))}
      {data?.length === 0 && <p className="py-2 text-muted">タグはありません</p>}
      {isError && !data && <Failed onRetry={() => void refetch()} isRetrying={isFetching} />}
    </CheckboxGroup>
  );
}

function Failed(props: { onRetry: () => void; isRetrying: boolean }) {
  return <Failure message="データの取得に失敗しました。" {...props} />;
}
