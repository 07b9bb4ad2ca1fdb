import { contract } from "@manabiya/contract";
import { useRead } from "../../api/calls.ts";
import { AgreementList } from "../../legal/agreement-list.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";

/** Members from before agreements were stored have none. */
export default function AgreementsBlock() {
  const found = useRead(contract.agreements.list);
  const { data = [], isError } = found;
  if (data.length === 0 && !isError) return null;
  return (
    <ProfileBlock title="同意した規約">
      {isError && <Failure query={found} message="同意した規約を読み込めませんでした。" />}
      <AgreementList agreements={data} />
    </ProfileBlock>
  );
}
