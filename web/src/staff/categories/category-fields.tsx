import { CATEGORY_NAME_MAX } from "@manabiya/contract/staff/categories.ts";
import type { Category } from "@manabiya/contract/catalogue/category.ts";
import { SelectField } from "../../forms/select-field.tsx";
import { registerField } from "../../forms/register-field.ts";
import { TextField } from "../../ui/text-field.tsx";
import type { CategoryForm } from "./category-form.ts";

interface CategoryFieldsProps {
  form: CategoryForm;
  /** Which it may be put under. */
  parents: readonly Category[];
  /** Why there is no other choice of a parent. */
  parentHint?: string | undefined;
}

export function CategoryFields({ form, parents, parentHint }: CategoryFieldsProps) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField
        label="カテゴリー名"
        required
        maxLength={CATEGORY_NAME_MAX}
        autoComplete="off"
        error={errors.name?.message}
        {...registerField(form, "name")}
      />
      <SelectField
        label="親カテゴリー"
        hint={parentHint}
        error={errors.parent?.message}
        {...registerField(form, "parent")}
      >
        <option value="">なし（トップレベル）</option>
        {parents.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
