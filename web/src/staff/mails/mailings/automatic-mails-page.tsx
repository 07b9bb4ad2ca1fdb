import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../../api/calls.ts";
import { NotLoaded } from "../../../ui/loaded.tsx";
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
  const found = useQuery(query(contract.adminMailings.automatic));
  const { data } = found;
  if (!data)
    return <NotLoaded query={found} message="自動メールを読み込めませんでした。" blocks={["h-100", "h-100"]} />;
  return (
    <>
      {!data.has_sender && <SenderBanner />}
      {data.mails.map((mail) => (
        <AutomaticMailForm key={mail.id} mail={mail} />
      ))}
    </>
  );
}
