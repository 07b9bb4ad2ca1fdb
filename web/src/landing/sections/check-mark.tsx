/** A tick before an item of a list. */
export function CheckMark() {
  return (
    <svg viewBox="0 0 16 16" className="size-4 shrink-0 text-success" aria-hidden="true">
      <path
        d="m2 8.5 4 4 8-9"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
