import { ok } from "../../../billing/check/finding.ts";
import { readCertificate } from "../../../observability/certificate.ts";
import { type Check, line, PATIENCE } from "./installation.ts";

const REMEDY = "one for PUBLIC_URL's host with its whole chain, renewed in time (certbot renew); reload the proxy";

export const certificate: Check = async ({ env: { site } }) => {
  const found = await readCertificate(site.publicUrl, PATIENCE);
  if (found === null) return [ok("certificate", "none: PUBLIC_URL is not https")];
  const { problem, end, days, isRight } = found;
  const detail = `${problem || "valid"}; ends ${new Date(end).toISOString().slice(0, 10)}, in ${days} days`;
  return [line(isRight, "certificate", detail, REMEDY)];
};
