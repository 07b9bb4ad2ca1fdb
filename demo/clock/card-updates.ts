import { html, type Html } from "stripe-sandbox/internal/pages/html.ts";
import type { CardUpdates, World } from "stripe-sandbox/internal/state/world.ts";

const CHOICES: [CardUpdates, string][] = [
  ["subscription", "契約と顧客の両方"],
  ["customer", "契約のカードはそのままで、顧客だけ"],
  ["unpinned", "はじめから顧客だけ"],
];

/** The account setting that tells where a card is kept that a customer enters. It lasts until the next start. */
export function cardUpdates({ settings }: World): Html {
  return html`<section class="card" aria-labelledby="card-updates">
    <h2 id="card-updates">カードの登録先</h2>
    <form class="actions" method="post" action="/sandbox/card-updates">
      <select name="choice" aria-labelledby="card-updates">
        ${CHOICES.map(
          ([value, label]) =>
            html`<option value="${value}" ${settings.cardUpdates === value ? html`selected` : null}>${label}</option>`,
        )}
      </select>
      <button class="quiet">変更する</button>
    </form>
  </section>`;
}

/** @returns whether the choice is known */
export function chooseCardUpdates({ settings }: World, given: string | null): boolean {
  const found = CHOICES.find(([value]) => value === given);
  if (found) settings.cardUpdates = found[0];
  return found !== undefined;
}
