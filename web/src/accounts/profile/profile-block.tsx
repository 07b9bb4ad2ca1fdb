import { useId, type ReactNode } from "react";

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
  return (
    <dl className="@container grid gap-3">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className="gap-x-6 @min-[24rem]:grid @min-[24rem]:grid-cols-[10rem_1fr]">
              <dt className="text-muted">{fact[0]}</dt>
              <dd className="min-w-0 font-bold">{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
