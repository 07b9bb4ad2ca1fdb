import { contract } from "@manabiya/contract";
import { formatMoney } from "@manabiya/contract/rules/prices.ts";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import { useState } from "react";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { sentenceOf, useRead } from "../../api/calls.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatMinute } from "../../ui/date.ts";
import { NotLoaded } from "../../ui/loaded.tsx";
import { MemberCredit } from "./member-credit.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { NewTabLink } from "../table/text-link.tsx";

interface MemberPaymentsProps {
  member: { id: number; username: string; cancel_at_period_end: boolean };
}

/** A member's payments, with refund and dispute. */
export function MemberPayments({ member }: MemberPaymentsProps) {
  const found = useRead(contract.adminPayments.list, { params: { id: member.id } });
  const { data, error } = found;
  const [opened, setOpened] = useState<Payment | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <ProfileBlock title="お支払い">
      <div className="grid gap-4">
        <DoneBanner message={done} takesFocus />
        <MemberCredit id={member.id} isLast={member.cancel_at_period_end} />
        {!data && <NotLoaded query={found} message={sentenceOf(error, "お支払いの情報を読み込めませんでした。")} />}
        {data?.length === 0 && <p className="text-muted">お支払いはありません。</p>}
        <ul className="divide-y">
          {data?.map((payment) => (
            <li key={payment.invoice} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 py-3 @xl:gap-6">
              <PaymentFacts payment={payment} />
              {payment.refundable + payment.credit > 0 && (
                <Button
                  look="secondary"
                  aria-label={`${formatDay(payment.paid_at)}の${formatMoney(payment.amount, payment.currency)}を返金`}
                  onClick={() => {
                    setDone(null);
                    setOpened(payment);
                  }}
                >
                  返金
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
      {opened && (
        <RefundDialog
          member={member}
          payment={opened}
          onClose={() => setOpened(null)}
          onDone={(message) => {
            setDone(message);
            setOpened(null);
          }}
        />
      )}
    </ProfileBlock>
  );
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const { paid_at, amount, currency, refunded, credit, description, number, pdf, dispute } = payment;
  return (
    <div className="grid min-w-0 gap-1">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <time dateTime={paid_at} className="font-bold">
          {formatDay(paid_at)}
        </time>
        <span className="font-bold">{formatMoney(amount, currency)}</span>
        {refunded > 0 && <span className="text-danger">返金済み {formatMoney(refunded, currency)}</span>}
        {credit > 0 && <span>うち残高 {formatMoney(credit, currency)}</span>}
      </p>
      <p className="wrap-anywhere">{description}</p>
      <p className="text-xs text-muted">
        {number}
        {pdf !== null && (
          <>
            {"・"}
            <NewTabLink href={pdf} className="min-w-target">
              領収書
            </NewTabLink>
          </>
        )}
      </p>
      {dispute && <DisputeFacts dispute={dispute} currency={currency} />}
    </div>
  );
}

const STATES = { open: "対応が必要な異議申し立て", won: "異議申し立て（解決済み）", lost: "異議申し立て（敗訴）" };

function DisputeFacts({
  dispute,
  currency,
}: {
  dispute: NonNullable<Payment["dispute"]>;
  currency?: string | undefined;
}) {
  const { amount, reason, status, due_by, url } = dispute;
  return (
    <div className="mt-1 border-l-4 border-danger pl-3">
      <p className="font-bold">{STATES[status]}</p>
      <p>
        {formatMoney(amount, currency)}・理由：{reason}
      </p>
      {status === "open" && due_by !== null && <p>証拠の提出期限：{formatMinute(due_by)}</p>}
      {url !== null && (
        <NewTabLink href={url}>{status === "open" ? "証拠を提出するページ" : "Stripeで確認する"}</NewTabLink>
      )}
    </div>
  );
}
