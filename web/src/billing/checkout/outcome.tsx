import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";

const TONES = {
  success: { icon: CircleCheck, ink: "text-success" },
  danger: { icon: CircleAlert, ink: "text-danger" },
  notice: { icon: Info, ink: "text-muted" },
} as const;

interface OutcomeProps {
  tone: keyof typeof TONES;
  title: ReactNode;
  /** Stands in the place of the tone's sign. */
  picture?: ReactNode;
  children?: ReactNode;
  actions: ReactNode;
}

export const PROFILE = (
  <ButtonLink to="/profile" look="secondary">
    プロフィールへ
  </ButtonLink>
);

/** The result of an action, alone on its page. */
export function Outcome({ tone, title, picture, children, actions }: OutcomeProps) {
  const { icon: Icon, ink } = TONES[tone];
  return (
    <section
      role={tone === "danger" ? "alert" : "status"}
      className="mx-auto my-8 grid w-[calc(100%-2rem)] max-w-lg justify-items-center gap-4 rounded-lg border bg-surface p-6 text-center md:p-8"
    >
      {picture ?? <Icon aria-hidden className={classNames("size-10", ink)} />}
      <h1 className="text-xl">{title}</h1>
      {children}
      <div className="flex flex-wrap justify-center gap-3 max-sm:grid max-sm:w-full">{actions}</div>
    </section>
  );
}
