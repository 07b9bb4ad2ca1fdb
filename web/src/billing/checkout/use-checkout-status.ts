import { contract } from "@manabiya/contract";
import { useEffect, useState } from "react";
import { queryClient } from "../../api/query-client.ts";
import { useRead } from "../../api/calls.ts";

/** Milliseconds between status checks, and until the processing counts as too slow. */
const LOOK_EVERY = 2_000;
const PATIENCE = 60_000;

type CheckoutOutcome = "processing" | "complete" | "failed" | "ended" | "slow" | "error";

/** The status of a checkout, polled while it is processing. `again` restarts the polling. */
export function useCheckoutStatus(session: string): { outcome: CheckoutOutcome; again: () => void } {
  const [since, setSince] = useState(Date.now);
  const { data, error, refetch, isFetching } = useRead(
    contract.subscription.checkSession,
    { params: { session_id: session } },
    {
      staleTime: 0,
      gcTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.status === "processing" && Date.now() - since < PATIENCE ? LOOK_EVERY : false,
    },
  );
  const status = data?.status;

  // The cached profile and access rights are out of date.
  useEffect(() => {
    if (status === "complete" || status === "ended") void queryClient.invalidateQueries();
  }, [status]);

  const isSlow = useIsLater(since + PATIENCE);
  const again = () => {
    setSince(Date.now());
    void refetch();
  };
  if (status === "complete" || status === "ended") return { outcome: status, again };
  if (error && !isFetching) return { outcome: "error", again };
  // Any answer but the known ones has failed, also one without a status.
  if (!data || error) return { outcome: "processing", again };
  if (status !== "processing") return { outcome: "failed", again };
  return { outcome: isSlow ? "slow" : "processing", again };
}

function useIsLater(instant: number): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(instant), instant - Date.now());
    return () => clearTimeout(timer);
  }, [instant]);
  return passed === instant;
}
