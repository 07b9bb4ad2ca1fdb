import { useId, type ReactNode } from "react";
import { Facts } from "./facts.tsx";

export function ProfileBlock({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border bg-surface p-5 md:p-6">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** `false` stands for a line that does not apply. */
export function ProfileFacts({ facts }: { facts: readonly ([name: string, value: string] | false)[] }) {
  return <Facts isStrong facts={facts} />;
}
