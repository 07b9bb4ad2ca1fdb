import { Link } from "react-router";
import type { OpenScreen } from "../navigation/screens.ts";

/** A card for each screen; nothing without any. */
export function AreaCards({ title, areas }: { title: string; areas: readonly OpenScreen[] }) {
  if (areas.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {areas.map(({ path, icon: Icon, name, about }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex h-full items-start gap-4 rounded-lg border bg-surface p-4 transition-colors hover:bg-sunken md:p-5"
            >
              <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-primary" />
              <span className="grid gap-1">
                <span className="text-base leading-normal font-bold">{name}</span>
                <span className="phrase text-xs text-muted">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
