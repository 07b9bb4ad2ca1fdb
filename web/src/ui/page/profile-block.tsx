import type { ReactNode } from "react";
import { Facts } from "./facts.tsx";
import { Section } from "./section.tsx";

export function ProfileBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title} isPanel>
      <div>{children}</div>
    </Section>
  );
}

/** `false` stands for a line that does not apply. */
export function ProfileFacts({ facts }: { facts: readonly ([name: string, value: string] | false)[] }) {
  return <Facts isStrong facts={facts} />;
}
