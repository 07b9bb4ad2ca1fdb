import * as z from "zod/mini";
import { call } from "../route.ts";
import { Message, opaque } from "../text.ts";

export const VerifyEmailBody = z.object({ token: opaque("トークン", { max: 200 }) });

/** Only calls that set up a second factor require a verified address. */
export const emailVerification = {
  /** Mails a new link to the member's address; older links stop working. */
  send: call("Send an email that verifies the member's address", { response: { 200: Message }, errors: [429] }),
  /** Requires no login, because the member may open the link on another device. */
  confirm: call("Verify an email address with the token of a link", {
    body: VerifyEmailBody,
    response: { 200: Message },
  }),
};
