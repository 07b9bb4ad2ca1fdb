// A program in the place of two browsers: the owner adds a video, and a member buys.
//   first-buyer.ts ORIGIN PASSWORD
import { contract } from "@manabiya/contract";
import { NO_SITE_FORM } from "@manabiya/contract/site/form.ts";
import { Caller } from "@manabiya/rehearsal/caller.ts";
import { Visitor } from "stripe-sandbox/internal/testing/visitor.ts";
import { answerLines } from "../neighbour.ts";

const [origin = "", password = ""] = process.argv.slice(2);

/** As `create-superuser` got the address. */
const logIn = (email: string) => Caller.logIn(origin, { email, password });

async function addVideo(owner: Caller): Promise<number> {
  const form = new FormData();
  const fields = {
    title: "はじめの動画",
    description: "説明",
    duration: "60",
    host: "youtube",
    video_id: "first-video",
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return (await owner.call(contract.adminVideos.create, { body: form })).id;
}

/** @returns the payment page's price, and the video that the member may watch afterwards */
async function buy(id: number) {
  const email = "first@example.jp";
  const person = { username: "はじめの会員", email, password, password2: password, agreedToTerms: true };
  const { token } = await new Caller(origin).call(contract.auth.signup, {
    body: { ...person, subscription_status: "inactive" },
  });
  const member = new Caller(origin, token.access);
  const pages = { success_url: `${origin}/payment/complete?session_id={CHECKOUT_SESSION_ID}`, cancel_url: origin };
  const { url } = await member.call(contract.subscription.create, { body: { plan_type: "monthly", ...pages } });
  const page = new Visitor();
  await page.open(url);
  const says = /1,650円/.test(page.page.text) ? "1,650円" : "another amount";
  await page.payWith("4242 4242 4242 4242");
  // The provider's message gives access, without a call of the member that asks.
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { can_watch, subscription_status } = await member.call(contract.profile.get);
    if (can_watch && subscription_status === "active") {
      const { video_id } = await member.call(contract.videos.get, { params: { id } });
      return { says, watches: video_id };
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { says, watches: null };
}

await answerLines(async ([what = "", value = ""]) => {
  if (what === "add-video") return { id: await addVideo(await logIn(value)) };
  if (what === "hear") {
    const body = { ...NO_SITE_FORM, alert_addresses: value };
    return (await logIn(value)).call(contract.adminSite.update, { body });
  }
  return buy(Number(value));
});
