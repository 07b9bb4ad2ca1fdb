import { contract } from "@manabiya/contract";
import { query } from "../../../api/calls.ts";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { NotLoaded } from "../../../ui/loaded.tsx";
import { useShown } from "../../table/use-shown.ts";
import { StaffPage } from "../../table/staff-layout.tsx";
import { PriceForm } from "./price-form.tsx";
import { CurrentPrices, EarlierPrices, NextPrices } from "./price-lists.tsx";

/** The screen on which the operator enters the prices of the plans. */
export default function PricesPage() {
  const { found, data, done, show } = useShown(query(contract.adminPrices.read));
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
