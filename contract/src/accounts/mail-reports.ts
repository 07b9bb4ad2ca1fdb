import * as z from "zod/mini";
import { call } from "../route.ts";
import { opaque } from "../text.ts";

export const mailReports = {
  /**
   * A mail provider reports mails that it accepted and could not deliver: SES by SNS, Postmark or SendGrid, in their own
   * shapes. 404 unless the address has the secret of MAIL_REPORTS_SECRET. `marked`: accounts to which no more mails are sent.
   */
  receive: call("Receive a mail provider's report of mails that came back", {
    params: z.object({ secret: opaque("secret", { max: 200 }) }),
    response: { 200: z.object({ marked: z.int() }) },
    errors: [400, 404],
  }),
};
