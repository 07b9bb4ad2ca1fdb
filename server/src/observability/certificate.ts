import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";

/** Days. Automatic renewal happens 30 days ahead. */
const DAYS_MIN = 21;
const DAY = 24 * 60 * 60 * 1000;

/**
 * @param patience milliseconds
 * @returns `problem`: why browsers refuse it, empty: they do not; `end`: milliseconds since 1970; null: the address is not https
 */
export async function readCertificate(publicUrl: string, patience: number) {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol === "http:") return null;
  const host = hostname.replace(/^\[|\]$/g, "");
  const name = isIP(host) === 0 && { servername: host };
  const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...name });
  socket.setTimeout(patience, () => socket.destroy(new Error("no answer")));
  try {
    await once(socket, "secureConnect");
    const problem = socket.authorized ? "" : String(socket.authorizationError);
    const end = Date.parse(socket.getPeerCertificate().valid_to);
    const days = Math.floor((end - Date.now()) / DAY);
    return { problem, end, days, isRight: problem === "" && days >= DAYS_MIN };
  } finally {
    socket.destroy();
  }
}
