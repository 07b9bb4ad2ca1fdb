import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";
import { ok } from "../../../billing/check/finding.ts";
import { type Check, line, PATIENCE } from "./installation.ts";

/** Days. Automatic renewal happens 30 days ahead. */
const DAYS_MIN = 21;
const DAY = 24 * 60 * 60 * 1000;

const REMEDY = "one for PUBLIC_URL's host with its whole chain, renewed in time (certbot renew); reload the proxy";

export const certificate: Check = async ({ env: { site } }) => {
  const { protocol, hostname, port } = new URL(site.publicUrl);
  if (protocol === "http:") return [ok("certificate", "none: PUBLIC_URL is not https")];
  const host = hostname.replace(/^\[|\]$/g, "");
  const name = isIP(host) === 0 && { servername: host };
  const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...name });
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error("no answer")));
  try {
    await once(socket, "secureConnect");
    const problem = socket.authorized ? "" : String(socket.authorizationError);
    const end = Date.parse(socket.getPeerCertificate().valid_to);
    const days = Math.floor((end - Date.now()) / DAY);
    const detail = `${problem || "valid"}; ends ${new Date(end).toISOString().slice(0, 10)}, in ${days} days`;
    return [line(problem === "" && days >= DAYS_MIN, "certificate", detail, REMEDY)];
  } finally {
    socket.destroy();
  }
};
