import type { ReactNode } from "react";

/** The narrow column of the login and sign-up pages. */
export function AuthCard({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-labelledby="auth-title"
      className="mx-auto w-full max-w-lg px-4 py-8 md:my-10 md:rounded-xl md:border md:bg-surface md:p-10"
    >
      <h1 id="auth-title" className="text-xl">
        {title}
      </h1>
      {lead && <div className="phrase mt-2 text-muted">{lead}</div>}
      <div className="mt-6">{children}</div>
    </section>
  );
}
