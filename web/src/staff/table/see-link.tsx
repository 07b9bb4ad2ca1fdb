import { Eye } from "lucide-react";
import { Link } from "react-router";
import { ICON_BUTTON } from "../../ui/icon-button.tsx";

interface SeeLinkProps {
  to: string;
  /** Names the row for screen readers. */
  name: string;
}

/** Leads from a row to what members see. */
export function SeeLink({ to, name }: SeeLinkProps) {
  return (
    <Link to={to} aria-label={`${name}を見る`} title="見る" className={ICON_BUTTON}>
      <Eye aria-hidden className="size-5" />
    </Link>
  );
}
