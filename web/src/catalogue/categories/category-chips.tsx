import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import type { CategoryBranch } from "./nest-categories.ts";

/** A parent and its children, to go from one to the other; nothing for a parent without any. */
export function CategoryChips({ branch, current }: { branch: CategoryBranch; current: number }) {
  if (branch.children.length === 0) return null;
  const chips = [{ id: branch.id, name: "すべて" }, ...branch.children];
  return (
    <nav aria-label={`${branch.name}のカテゴリー`}>
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={`/category/${id}`}
              aria-current={id === current ? "page" : undefined}
              className={classNames(
                "inline-flex min-h-target items-center rounded-md border px-3.5",
                id === current
                  ? "border-primary bg-primary-soft font-bold text-primary"
                  : "border-control-border bg-surface hover:bg-sunken",
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
