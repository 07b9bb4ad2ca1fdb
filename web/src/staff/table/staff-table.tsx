import type { ReactNode } from "react";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";

interface StaffTableProps {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly { label: string; className?: string }[];
  children: ReactNode;
}

/** With large letters on a narrow page, a cell below the other. */
const STACKED =
  "@max-[17.9rem]:block @max-[17.9rem]:[&_:is(tbody,tr,td,th):not([class*=hidden])]:block @max-[17.9rem]:[&_thead]:hidden";

/** Its children are rows. A column's class hides it on phones. */
export function StaffTable({ caption, columns, children }: StaffTableProps) {
  return (
    <div className="@container">
      <table
        className={`${STACKED} w-full table-fixed rounded-lg border-separate border-spacing-0 overflow-hidden border bg-surface`}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-left text-xs text-muted">
            {columns.map(({ label, className }) => (
              <th key={label} scope="col" className={`px-2 py-2 font-normal first:pl-4 @xl:px-4 ${className ?? ""}`}>
                {/* Only screen readers get the label of the column with the buttons. */}
                <span className={label === "操作" ? "sr-only" : undefined}>{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:border-t [&_th]:border-t">{children}</tbody>
      </table>
    </div>
  );
}

export function StaffTableSkeleton() {
  return (
    <SkeletonGroup className="grid rounded-lg border bg-surface">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex min-h-14 items-center gap-4 border-t px-4 first:border-t-0">
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-5 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
