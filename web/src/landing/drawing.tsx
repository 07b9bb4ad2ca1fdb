const FILES = import.meta.glob<string>("./drawings/*.svg", { query: "?raw", import: "default", eager: true });

/** A file of `drawings/` inside the page: its classes take their colours from landing.css. */
export function Drawing({ name }: { name: string }) {
  const svg = FILES[`./drawings/${name}.svg`];
  if (svg === undefined) throw new Error(`There is no drawing ${name}.`);
  return <span className="contents" dangerouslySetInnerHTML={{ __html: svg.replace(/\s*\n\s*/g, "") }} />;
}
