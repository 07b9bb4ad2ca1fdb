import { memberAgreements } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";
import { AgreementList } from "../../legal/agreement-list.tsx";
import { ProfileBlock } from "./profile-block.tsx";

/** Members from before agreements were stored have none. */
export default function AgreementsBlock() {
  const { data = [] } = useQuery(query(memberAgreements.agreements.list));
  if (data.length === 0) return null;
  return (
    <ProfileBlock title="同意した規約">
      <AgreementList agreements={data} />
    </ProfileBlock>
  );
}
