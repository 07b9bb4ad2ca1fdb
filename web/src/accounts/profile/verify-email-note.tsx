import { contract } from "@manabiya/contract";
import { useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

const FAILED = "確認メールを送信できませんでした。もう一度お試しください。";

interface VerifyEmailNoteProps {
  text: string;
  /** Something else on the page waits for the verification. */
  isRequired?: boolean;
}

/** Says that the address is not verified yet, and sends the link again. */
export function VerifyEmailNote({ text, isRequired = false }: VerifyEmailNoteProps) {
  const send = useWrite(contract.emailVerification.send, { changes: [] });
  if (send.isSuccess) return <Banner tone="success">{send.data.message}</Banner>;
  const look = isRequired ? "secondary" : "quiet";
  const resend = (
    <Button
      look={look}
      className={isRequired ? undefined : "-ml-5 sm:ml-0"}
      isBusy={send.isPending}
      onClick={() => send.mutate({})}
    >
      確認メールを再送
    </Button>
  );
  return (
    <div className="grid gap-3">
      {isRequired ? (
        <Banner tone="notice" action={resend}>
          {text}
        </Banner>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
          <p className="phrase">{text}</p>
          {resend}
        </div>
      )}
      <MutationState of={send} failed={FAILED} />
    </div>
  );
}
