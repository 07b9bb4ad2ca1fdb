import { Banner } from "../ui/banner.tsx";
import { sentenceOf } from "./api-error.ts";

interface MutationStateProps {
  of: { error: Error | null; isChecking?: boolean };
  /** The message of a failure without a sentence of the server. */
  failed: string;
  className?: string;
}

/** Tells that a mutation's outcome is read again, or why it failed. */
export function MutationState({ of: { error, isChecking = false }, failed, className = "" }: MutationStateProps) {
  if (isChecking) return <Checking />;
  if (!error) return null;
  return (
    <Banner tone="danger" className={className}>
      {sentenceOf(error, failed)}
    </Banner>
  );
}

/** While the outcome of an operation is read again. */
export function Checking() {
  return (
    <div role="status">
      <Banner tone="notice">お手続きの結果を確認しています。このままお待ちください。</Banner>
    </div>
  );
}
