import { Fragment, type ReactNode } from "react";

/** A text with the line breaks that the operator typed. */
export function withLines(text: string): ReactNode {
  const [first, ...others] = text.split("\n");
  if (others.length === 0) return first;
  return [
    first,
    ...others.map((line, index) => (
      <Fragment key={index}>
        <br />
        {line}
      </Fragment>
    )),
  ];
}
