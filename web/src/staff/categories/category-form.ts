import { zodResolver } from "@hookform/resolvers/zod";
import { CategoryBody } from "@manabiya/contract/staff/categories.ts";
import type { Category } from "@manabiya/contract/catalogue/category.ts";
import { useForm } from "react-hook-form";

/** A category as its form holds it: a `<select>` knows texts only. */
export function formValues({ name, parent }: Pick<Category, "name" | "parent">) {
  return { name, parent: parent === null ? "" : String(parent) };
}

export function useCategoryForm(category: Pick<Category, "name" | "parent">) {
  return useForm({
    resolver: zodResolver(CategoryBody),
    defaultValues: formValues(category),
    reValidateMode: "onSubmit",
  });
}

export type CategoryForm = ReturnType<typeof useCategoryForm>;
