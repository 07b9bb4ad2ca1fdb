/** Characters. */
const LONG = 200;

/** A text that opens on demand where it is long, so that what stands below it stays in sight. */
export function LongText({ children }: { children: string }) {
  if (children.length <= LONG) return children;
  return (
    <details>
      <summary className="min-h-target py-2.5 font-bold underline">
        全文を表示（{children.length}文字）
      </summary>
      {children}
    </details>
  );
}
