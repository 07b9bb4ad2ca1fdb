import type { ReactNode } from "react";
import type { VideoCard } from "../../api/answers.ts";
import { PublishedDate } from "./published-date.tsx";

interface CardFactsProps {
  video: Pick<VideoCard, "categories" | "created_at">;
  /** Stands before the category. */
  mark?: ReactNode;
  /** Replaces the publication date. */
  date?: ReactNode;
}

/** A card's category and date on one line. A long category is cut, never the date. */
export function CardFacts({ video: { categories, created_at }, mark, date }: CardFactsProps) {
  const [category] = categories;
  return (
    // The text must not make the card's column wider. Beside a mark a narrow card has room for one letter.
    <p className="@container flex min-w-0 flex-1 items-center gap-x-2 text-xs whitespace-nowrap text-muted">
      {mark}
      {category && <span className="truncate not-first:@max-[11rem]:hidden">{category.name}</span>}
      <span className="shrink-0">{date ?? <PublishedDate instant={created_at} format="short" />}</span>
    </p>
  );
}
