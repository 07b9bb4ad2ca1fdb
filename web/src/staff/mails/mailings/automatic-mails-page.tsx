import { staff } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../../api/calls.ts";
import { Failure } from "../../../ui/failure.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { AutomaticMailForm } from "./automatic-mail-form.tsx";
import { SenderBanner } from "./mail-facts.tsx";

export default function AutomaticMailsPage() {
  return (
    <StaffPage title="自動メール">
      <Mails />
    </StaffPage>
  );
}

function Mails() {
  const { data, isPending, isFetching, refetch } = useQuery(query(staff.adminMailings.automatic));
  if (isPending) {
    return (
      <SkeletonGroup className="grid gap-5">
        <Skeleton className="h-100" />
        <Skeleton className="h-100" />
      </SkeletonGroup>
    );
  }
  if (!data) {
    return (
      <Failure message="自動メールを読み込めませんでした。" onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  return (
    <>
      {!data.has_sender && <SenderBanner />}
      {data.mails.map((mail) => (
        <AutomaticMailForm key={mail.id} mail={mail} />
      ))}
    </>
  );
}
