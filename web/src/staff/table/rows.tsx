import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Records below each other. `empty` stands in their place. */
export function Rows({ empty = "", children }: { empty?: string; children: ReactNode[] }) {
  if (children.length === 0) return <EmptyState>{empty}</EmptyState>;
  return <ul className="divide-y overflow-hidden rounded-lg border bg-surface">{children}</ul>;
}

interface Action extends Pick<ComponentProps<typeof Button>, "look" | "isBusy" | "onClick"> {
  label: string;
}

interface RowProps {
  name: string;
  /** Names the row in its buttons, where another has the same name. */
  of?: string;
  actions: readonly Action[];
  children: ReactNode;
}

export function Row({ name, of = name, actions, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">{name}</p>
        {children}
      </div>
      <div className="flex flex-wrap gap-3">
        {actions.map(({ label, ...button }) => (
          <Button key={label} look="secondary" aria-label={`${of}：${label}`} {...button}>
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** The press that makes a call about the row with this id, which is busy alone. */
export function pressOn<Id>(
  call: {
    isPending: boolean;
    variables: { params: { id: Id } } | undefined;
    mutate: (input: { params: { id: Id } }) => void;
  },
  id: Id,
) {
  return { isBusy: call.isPending && call.variables?.params.id === id, onClick: () => call.mutate({ params: { id } }) };
}
