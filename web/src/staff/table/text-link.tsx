import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "../../ui/class-names.ts";

/** A link in a text or a list, as high as a finger. */
export function TextLink({ className, ...link }: Omit<LinkProps, "className"> & { className?: string }) {
  return <Link {...link} className={classNames("link", className)} />;
}

interface NewTabLinkProps {
  href: string;
  /** Tells the link from others with its text. */
  of?: string;
  children: ReactNode;
  className?: string;
}

/** Leads to another site, or to a page of its own. */
export function NewTabLink({ href, of, children, className }: NewTabLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={classNames("link gap-1", className)}>
      {children}
      <ExternalLink aria-hidden className="size-4" />
      <span className="sr-only">（{of && `${of}、`}新しいタブで開きます）</span>
    </a>
  );
}
