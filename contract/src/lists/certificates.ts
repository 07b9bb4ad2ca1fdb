import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant, opaque, params, text } from "../text.ts";
import { CERTIFICATE_NAME_MAX } from "./note-limits.ts";

/** As it was when the certificate was first issued. `lessons`: published videos. */
const course = { course: z.string(), lessons: z.int(), finished_at: Instant };

/** Of a finished course. `id`: the playlist's; `name` null: not issued yet; `link` null: nobody can open it now. */
const issued = { name: z.nullable(z.string()), link: z.nullable(z.string()), is_revoked: z.boolean() };
export const Certificate = z.object({ id: z.int(), ...course, ...issued });

/** Everybody sees it at its link. */
const texts = { name: z.string(), title: z.string(), sentence: z.string(), signature: z.string() };
export const SharedCertificate = z.object({ ...course, ...texts });

/** Not normalised: people insist on the very characters of their names. Null withdraws the link. */
export const CertificateBody = z.object({ name: z.nullable(text("お名前", { max: CERTIFICATE_NAME_MAX })) });

export const certificates = {
  list: call("List finished courses and their certificates, the latest first", {
    response: { 200: z.object({ results: z.array(Certificate) }) },
  }),
  /** Another name has another link, and the one before opens nothing. 404 also for a course that is not finished. */
  issue: call("Issue a certificate of a finished course, rename or withdraw it", {
    params,
    body: CertificateBody,
    response: { 200: Certificate },
  }),
  /** 404 for unknown, withdrawn and revoked ones, without a difference. */
  open: call("Open a shared certificate", {
    params: z.object({ link: opaque("リンク", { max: 100 }) }),
    response: { 200: SharedCertificate },
  }),
};
