import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

interface FactsProps {
  facts: readonly ([name: string, value: ReactNode] | false)[];
  isStrong?: boolean;
}

/** `false` stands for a line that does not apply. */
export function Facts({ facts, isStrong }: FactsProps) {
  return (
    <dl className="@container grid gap-2 sm:gap-3">
      {facts.map(
        (fact) =>
          fact && (
            <div
              key={fact[0]}
              className="flex flex-wrap gap-x-2 @min-[24rem]:grid @min-[24rem]:grid-cols-[10rem_1fr] @min-[24rem]:gap-x-6"
            >
              <dt className="min-w-26 text-muted">{fact[0]}</dt>
              <dd className={classNames("phrase min-w-0", isStrong && "font-bold")}>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
