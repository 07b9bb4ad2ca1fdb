/** Characters. */
const LONG = 200;

/** Folds a long text, so that the content below it stays visible. */
export function LongText({ children }: { children: string }) {
  if (children.length <= LONG) return children;
  return (
    <details>
      <summary className="min-h-target py-2.5 font-bold underline">全文を表示（{children.length}文字）</summary>
      {children}
    </details>
  );
}
