import type { Rehearsal } from "./rehearsal.ts";

/** For the person at the terminal. */
export function printGuide({ url, deskUrl, owner, log }: Rehearsal): void {
  const ports = [url, deskUrl].map((each) => new URL(each).port);
  const forward = ports.map((port) => `-L ${port}:localhost:${port}`).join(" ");
  console.log(`
  The service             ${url}
  Mails, clock, payments  ${deskUrl}
  Superuser               ${owner.email}, password ${owner.password}
  The server's log        ${log.file}
  From another computer   ssh ${forward} THIS-MACHINE, then open the same addresses

  Cards, with any later date and code
    4242 4242 4242 4242   pays
    4000 0025 0000 3155   asks for 3-D Secure
    4000 0000 0000 0002   is declined
    4000 0000 0000 0341   can be saved, but every charge fails
    4000 0000 0000 0259   pays, and the payment is disputed

  Try this
    1  sign up for the free week, and watch a video
    2  sign up and buy the monthly plan; the mail arrives, and the profile leads to the receipt
    3  buy with a declined card, and with one that asks for 3-D Secure
    4  change to the yearly plan: the page names the amount, the receipt has the same
    5  cancel, undo it, then move the clock by a month: a mail names the renewal
    6  make 0341 the default card in the profile, and move the clock by a month and a day: the banner in the profile
       leads to the bill
    7  as the superuser: refund a payment on the member's page, and end the contract
    8  buy with 0259, decide the dispute on the page of the clock, and look at /admin/alerts
    9  close an account

  Nothing here reaches your database, your files, Stripe or an inbox. Ctrl+C ends and removes everything.
`);
}
