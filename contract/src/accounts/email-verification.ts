import * as z from "zod/mini";
import { route } from "../route.ts";
import { Message, opaque } from "../text.ts";

export const VerifyEmailBody = z.object({ token: opaque("トークン", { max: 200 }) });

/** No call requires a verified address. */
export const emailVerification = {
  /** Mails a new link to the member's address; older links stop working. */
  send: route({
    method: "POST",
    url: "/api/profile/verify-email/",
    config: { access: "member", summary: "Send an email that verifies the member's address", errors: [429] },
    schema: { response: { 200: Message } },
  }),
  /** Requires no login, because the member may open the link on another device. */
  confirm: route({
    method: "POST",
    url: "/api/auth/verify-email/",
    config: { access: "public", summary: "Verify an email address with the token of a link" },
    schema: { body: VerifyEmailBody, response: { 200: Message } },
  }),
};
