import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";

interface HomeSectionProps {
  title: string;
  /** The page with the whole list. */
  to?: string;
  children: ReactNode;
}

export function HomeSection({ title, to, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="min-w-0 text-lg wrap-anywhere">
          {title}
        </h2>
        {to && (
          <Link
            to={to}
            className="-mr-2 inline-flex min-h-target shrink-0 items-center gap-1 rounded-md px-2 text-primary hover:underline"
          >
            <span className="sr-only">{title}を</span>すべて見る
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
