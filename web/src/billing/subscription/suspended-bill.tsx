import { contract } from "@manabiya/contract";
import { useRead } from "../../api/calls.ts";
import { FailedPayment } from "./failed-payment.tsx";

/** The bill of a suspended contract. Few members without a plan have one, so nothing shows while it is read. */
export default function SuspendedBill() {
  const { data } = useRead(contract.subscription.get);
  return (
    data?.unpaid_bill && (
      <div className="mt-4">
        <FailedPayment isSuspended payment={data.unpaid_bill} />
      </div>
    )
  );
}
