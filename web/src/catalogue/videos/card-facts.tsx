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

/** A card's category and date, on one line where both fit. Neither is cut. */
export function CardFacts({ video: { categories, created_at }, mark, date }: CardFactsProps) {
  const [category] = categories;
  return (
    <p className="flex min-w-0 flex-1 basis-24 flex-wrap items-center gap-x-2 text-xs text-muted">
      {mark}
      {category && <span className="phrase min-w-0 wrap-anywhere">{category.name}</span>}
      <span>{date ?? <PublishedDate instant={created_at} format="short" />}</span>
    </p>
  );
}
