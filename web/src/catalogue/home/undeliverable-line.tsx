import { contract } from "@manabiya/contract";
import { Link } from "react-router";
import { useRead } from "../../api/calls.ts";

/** Asks for another address if no mail arrives. Asked once after a login, and again when the member changed something. */
export function UndeliverableLine() {
  const { data } = useRead(contract.choices.get, undefined, { staleTime: Infinity });
  if (data?.undeliverable_since == null) return null;
  return (
    <p className="phrase text-muted">
      ご登録のメールアドレスにメールが届かないため、送信を止めています。
      <Link to="/profile/edit" className="text-primary underline">
        別のメールアドレスに変更する
      </Link>
    </p>
  );
}
