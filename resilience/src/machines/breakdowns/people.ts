import { contract } from "@manabiya/contract";
import { Caller } from "@manabiya/rehearsal/caller.ts";
import { Visitor } from "stripe-sandbox/internal/testing/visitor.ts";
import type { Site } from "./site.ts";

const GOOD = "4242 4242 4242 4242";
export const FAILS_LATER = "4000 0000 0000 0341";

const PASSWORD = "walk-through-the-week-7";

/** A person who has an account. */
export class Person {
  readonly #site: Site;
  readonly email: string;
  caller: Caller;

  private constructor(site: Site, email: string, caller: Caller) {
    this.#site = site;
    this.email = email;
    this.caller = caller;
  }

  static async signUp(site: Site, name: string, plan: "inactive" | "trial" = "inactive"): Promise<Person> {
    const email = `${name}@example.com`;
    const passwords = { password: PASSWORD, password2: PASSWORD };
    const body = { username: name, email, ...passwords, subscription_status: plan, agreedToTerms: true };
    const { token } = await new Caller(site.url).call(contract.auth.signup, { body });
    return new Person(site, email, new Caller(site.url, token.access));
  }

  async logIn(): Promise<void> {
    this.caller = await Caller.logIn(this.#site.url, { email: this.email, password: PASSWORD });
  }

  /** Buys the monthly plan. */
  async buy(): Promise<void> {
    const origin = this.#site.publicUrl;
    const success_url = `${origin}/payment/complete?session_id={CHECKOUT_SESSION_ID}`;
    const body = { plan_type: "monthly", success_url, cancel_url: `${origin}/subscription/cancel` } as const;
    const visitor = new Visitor();
    await visitor.open((await this.caller.call(contract.subscription.create, { body })).url);
    await visitor.payWith(GOOD);
    await this.#site.sandbox.webhooks.idle();
  }

  async useCard(card: string): Promise<void> {
    const { caller } = this;
    const body = { return_url: `${this.#site.publicUrl}/profile` };
    const portal = new Visitor();
    await portal.open((await caller.call(contract.subscription.customerPortal, { body })).url);
    await portal.payWith(card);
    await this.#site.sandbox.webhooks.idle();
  }

  /** The last charge of the member's card at the provider. */
  get charge(): string {
    const { store } = this.#site.sandbox.world;
    const customer = store.all("customer").find(({ email }) => email === this.email);
    return store.all("charge").findLast((charge) => charge.customer === customer?.id)?.id ?? "";
  }
}

/** Adds a published video of YouTube. @returns its id */
export async function addVideo(
  site: Site,
  video_id: string,
  state: "published" | "draft" = "published",
): Promise<number> {
  const form = new FormData();
  const fields = { title: `動画${video_id}`, description: "説明", duration: "60", host: "youtube", video_id };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (state === "draft") form.append("published_at", "");
  return (await (await site.superuser()).call(contract.adminVideos.create, { body: form })).id;
}

/** Uploads a film into the bucket. @returns its name there */
export async function addFilm(site: Site, film: Buffer): Promise<string> {
  const superuser = await site.superuser();
  const { id } = await superuser.call(contract.videoFiles.start, { body: { size: film.length } });
  await superuser.send(contract.videoFiles.append, { params: { id }, query: "offset=0", body: film });
  const { video_id } = await superuser.call(contract.videoFiles.finish, { params: { id } });
  const form = new FormData();
  const fields = { title: "自分の動画", description: "説明", duration: "60", host: "file", video_id };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  await superuser.send(contract.adminVideos.create, { body: form });
  return video_id;
}
