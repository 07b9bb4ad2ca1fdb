import { contract } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { useLeavePage } from "../checkout/use-leave-page.ts";

const FAILED = "ポータルへのアクセスに失敗しました。もう一度お試しください。";
const NO_URL = "ポータルURLの取得に失敗しました。";

export function PortalButton() {
  const { isLeaving, leaveTo } = useLeavePage();
  const portal = useMutation({
    ...mutation(contract.subscription.customerPortal, { changes: [] }),
    onSuccess: ({ url }) => url && leaveTo(url),
  });
  const { href } = window.location;
  const isWithoutUrl = portal.isSuccess && !portal.data.url;
  return (
    <>
      {portal.error && <Banner tone="danger">{sentenceOf(portal.error, FAILED)}</Banner>}
      {isWithoutUrl && <Banner tone="danger">{NO_URL}</Banner>}
      <Button
        look="secondary"
        className="justify-self-start"
        isBusy={portal.isPending || isLeaving}
        onClick={() => portal.mutate({ body: { return_url: href } })}
      >
        カードの変更、請求書・領収書の確認
      </Button>
    </>
  );
}
