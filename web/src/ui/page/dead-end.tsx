import type { ReactNode } from "react";

interface DeadEndProps {
  title: string;
  text: ReactNode;
  /** The ways on. */
  children: ReactNode;
}

/** A page without what its address names. */
export function DeadEnd({ title, text, children }: DeadEndProps) {
  return (
    <div className="mx-auto grid max-w-reading justify-items-center gap-5 px-4 py-16 text-center">
      <h1 className="text-xl">{title}</h1>
      <p className="phrase">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
