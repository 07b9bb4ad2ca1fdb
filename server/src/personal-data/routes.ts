import { contract } from "@manabiya/contract";
import { confirmOwner } from "../accounts/second-factor/confirm-owner.ts";
import { validationError } from "../errors/app-error.ts";
import { clientNetworkOf } from "../limits/client-network.ts";
import { countHit } from "../limits/rate-limiter.ts";
import { refuseLastAdministrator } from "./close-account.ts";
import { closeWithBilling } from "./close-with-billing.ts";
import type { PersonalDataContext } from "./context.ts";
import { exportMember } from "./export.ts";

/** The law gives members a copy of their data and the end of their account. */
export function personalDataRoutes(context: PersonalDataContext): void {
  const { app, db, now } = context;
  app.answer(contract.profile.export, async ({ currentUser }, reply) => {
    await countHit(db, "dataExport", { member: currentUser.id }, now());
    reply.header("content-disposition", 'attachment; filename="account-data.json"');
    return exportMember(db, currentUser, new Date(now()).toISOString());
  });

  app.answer(contract.profile.remove, async (request) => {
    const { password, code } = request.body;
    // Checked before the code is used up and the subscription ends.
    await refuseLastAdministrator(db, request.currentUser);
    // Confirmed before the card provider is called: ended subscriptions cannot be restored.
    const verifiedHash = await confirmOwner(context, request, { password, code }, async (_, hash) => hash);
    const cause = { network: clientNetworkOf(request.ip) };
    const isClosed = await closeWithBilling(context, { currentUser: request.currentUser, verifiedHash, cause });
    if (!isClosed) throw validationError({ password: ["パスワードが正しくありません。"] });
    return { message: "退会のお手続きが完了しました。ご利用ありがとうございました。" };
  });
}
