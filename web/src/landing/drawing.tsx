import type { ComponentProps } from "react";

const FILES = import.meta.glob<string>("./drawings/*.svg", { query: "?raw", import: "default", eager: true });

/** A file of `drawings/` inside the page: its classes take their colours from landing.css. */
export function Drawing({ name }: { name: string }) {
  const svg = FILES[`./drawings/${name}.svg`];
  if (svg === undefined) throw new Error(`There is no drawing ${name}.`);
  return <span className="contents" dangerouslySetInnerHTML={{ __html: svg.replace(/\s*\n\s*/g, "") }} />;
}

/** A sign of one line beside a text. @param path in 16 × 16 */
export function Stroke({ path, className = "", ...rest }: ComponentProps<"svg">) {
  return (
    <svg viewBox="0 0 16 16" className={`size-4 ${className}`} aria-hidden="true" {...rest}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
