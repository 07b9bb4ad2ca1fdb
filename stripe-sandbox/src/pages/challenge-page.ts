import { payCheckout } from "../engine/checkout.ts";
import { collect } from "../engine/collect.ts";
import { idOf, newId } from "../state/ids.ts";
import type { Challenge } from "../state/kinds.ts";
import type { World } from "../state/world.ts";
import { cardName } from "./card-form.ts";
import { type PageAnswer, type PageContext, PAGES, returnToShop } from "./context.ts";
import { html, yen } from "./html.ts";
import { layout } from "./layout.ts";
import { setDefaultCard } from "./default-card.ts";

/** Redirects to the 3-D Secure page. */
export function beginChallenge(world: World, given: Omit<Challenge, "id" | "outcome">): PageAnswer {
  const { id } = world.transact(null, () =>
    world.store.put("challenge", { ...given, id: newId("tds_"), outcome: null }),
  );
  return { redirect: `${PAGES}/challenge/${id}` };
}

/** The failed challenge from which the visitor returns, or null. */
export function failedChallenge(world: World, query: URLSearchParams): Challenge | null {
  const challenge = world.store.get("challenge", query.get("challenge") ?? "");
  return challenge?.outcome === "failed" ? challenge : null;
}

/** The 3-D Secure page of the visitor's bank. */
export function challengePage({ world, isPost, id, form }: PageContext): PageAnswer | null {
  const challenge = world.store.get("challenge", id);
  if (challenge === undefined) return null;
  if (challenge.outcome !== null) return { redirect: PAGES + challenge.returnPath };
  if (isPost) return answer(world, challenge, form.get("answer") === "approve");
  const method = world.need("payment_method", challenge.paymentMethod);
  const main = html`<section class="card">
    <h1>カード会社の本人認証</h1>
    <p>3Dセキュアの確認画面です。実際には、カード会社がパスワードなどを尋ねます。</p>
    <dl>
      <div>
        <dt>カード</dt>
        <dd>${cardName(method)}</dd>
      </div>
      <div class="sum">
        <dt>金額</dt>
        <dd>${challenge.amount === null ? "なし（カードの登録）" : yen(challenge.amount)}</dd>
      </div>
    </dl>
    <form method="post" class="actions">
      <button name="answer" value="approve">承認する</button>
      <button class="quiet" name="answer" value="fail">失敗させる</button>
    </form>
  </section>`;
  return { page: layout("本人認証", main), leadsTo: originsAfter(world, challenge) };
}

function originsAfter(world: World, { kind, target }: Challenge): (string | null)[] {
  return kind === "checkout" ? [world.need("checkout_session", target).success_url] : [];
}

function answer(world: World, challenge: Challenge, isApproved: boolean): PageAnswer {
  const outcome = isApproved ? ("passed" as const) : ("failed" as const);
  const presence = isApproved ? ("authenticated" as const) : ("authentication_failed" as const);
  return world.transact(null, () => {
    world.store.put("challenge", { ...challenge, outcome });
    const back: PageAnswer = { redirect: `${PAGES}${challenge.returnPath}?challenge=${challenge.id}` };
    if (challenge.kind === "checkout") {
      const session = world.need("checkout_session", challenge.target);
      if (session.status !== "open") return back;
      const result = payCheckout(world, session, challenge.paymentMethod, presence);
      return result.kind === "complete" ? returnToShop(result.session) : back;
    }
    if (challenge.kind === "setup") {
      if (isApproved) setDefaultCard(world, challenge.target, challenge.paymentMethod, true);
      return back;
    }
    const invoice = world.need("invoice", challenge.target);
    if (invoice.status !== "open") return back;
    const result = collect(world, invoice, challenge.paymentMethod, presence);
    if (result.kind === "paid") setDefaultCard(world, idOf(invoice.customer) ?? "", challenge.paymentMethod, true);
    return back;
  });
}
