import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";

interface PartProps {
  name: string;
  /** A field in it has a message, so it opens. */
  isInvalid: boolean;
  children: ReactNode;
}

/** A part of a long form, which the user opens. */
export function Part({ name, isInvalid, children }: PartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen || isInvalid} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
      <summary className="flex min-h-target cursor-pointer items-center justify-between gap-2 px-4 py-2 font-bold">
        {name}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      {(isOpen || isInvalid) && <div className="border-t p-4">{children}</div>}
    </details>
  );
}
