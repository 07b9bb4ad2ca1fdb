import { contract } from "@manabiya/contract";
import type { PriceScreen } from "@manabiya/contract/billing/price-lists.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { query } from "../../../api/calls.ts";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { NotLoaded } from "../../../ui/loaded.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { PriceForm } from "./price-form.tsx";
import { CurrentPrices, EarlierPrices, NextPrices } from "./price-lists.tsx";

/** The screen on which the operator enters the prices of the plans. */
export default function PricesPage() {
  const client = useQueryClient();
  const [done, setDone] = useState<string | null>(null);
  const found = useQuery(query(contract.adminPrices.read));
  const { data } = found;

  function show(screen: PriceScreen, message: string): void {
    client.setQueryData(query(contract.adminPrices.read).queryKey, screen);
    setDone(message);
  }

  const isScheduled = data?.next.some(({ is_made }) => is_made);
  return (
    <StaffPage title="料金">
      <DoneBanner message={done} />
      {!data && <NotLoaded query={found} message="料金を読み込めませんでした。" blocks={["h-100"]} />}
      {data && (
        <>
          <CurrentPrices list={data.current} />
          <NextPrices lists={data.next} onWithdrawn={show} />
          {!isScheduled && <PriceForm key={data.current.revision} screen={data} onSaved={show} />}
          <EarlierPrices lists={data.earlier} />
        </>
      )}
    </StaffPage>
  );
}
