import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { ProfileBlock } from "./profile-block.tsx";

interface QuickLinksProps {
  title: string;
  links: readonly (readonly [to: string, label: string])[];
}

export function QuickLinks({ title, links }: QuickLinksProps) {
  return (
    <ProfileBlock title={title}>
      <ul className="-mx-3">
        {links.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-target items-center justify-between gap-3 rounded-md px-3 hover:bg-sunken"
            >
              {label}
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </ProfileBlock>
  );
}
