import { ChevronLeft } from "lucide-react";
import { Link, type To } from "react-router";

/** Leads to the page above, over the title. */
export function BackLink({ to, children }: { to: To; children: string }) {
  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-target items-center gap-1 rounded-md px-2 text-primary hover:underline"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}
