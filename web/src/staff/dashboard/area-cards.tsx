import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import type { OpenScreen } from "../navigation/screens.ts";

interface AreaCardsProps {
  title: string;
  areas: readonly OpenScreen[];
  /** Names alone, so that a phone shows all cards at once. */
  isShort?: boolean;
}

/** A card for each screen; nothing without any. */
export function AreaCards({ title, areas, isShort = false }: AreaCardsProps) {
  if (areas.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      <ul
        className={classNames(
          "grid gap-3",
          isShort
            ? "grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))]"
            : "grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))]",
        )}
      >
        {areas.map(({ path, icon: Icon, name, about }) => (
          <li key={path}>
            <Link
              to={path}
              className={classNames(
                "flex h-full rounded-lg border bg-surface transition-colors hover:bg-sunken",
                isShort ? "items-center gap-2 p-3" : "items-start gap-4 p-4 md:p-5",
              )}
            >
              <Icon aria-hidden className="size-6 shrink-0 text-primary" />
              <span className="grid gap-1">
                <span className="text-base leading-normal font-bold">{name}</span>
                {!isShort && <span className="phrase text-xs text-muted">{about}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
