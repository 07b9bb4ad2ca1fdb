import { Banner } from "../ui/banner.tsx";

/** While the outcome of an operation is read again. */
export function Checking() {
  return (
    <div role="status">
      <Banner tone="notice">お手続きの結果を確認しています。このままお待ちください。</Banner>
    </div>
  );
}
