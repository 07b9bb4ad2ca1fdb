import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";
import { FailedPayment } from "./failed-payment.tsx";

/** The bill of a suspended contract. Few members without a plan have one, so nothing shows while it is read. */
export default function SuspendedBill() {
  const { data } = useQuery(query(contract.subscription.get));
  return (
    data?.unpaid_bill && (
      <div className="mt-4">
        <FailedPayment isSuspended payment={data.unpaid_bill} />
      </div>
    )
  );
}
