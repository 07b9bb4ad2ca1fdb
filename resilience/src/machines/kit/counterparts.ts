import type { Debian } from "../debian/debian.ts";
import { Neighbour } from "./neighbour.ts";

/** The certificates of the site, as if an authority had signed them: the first one, and the one that replaces it. */
export const AUTHORITIES = "/usr/local/share/certificates.pem";

/** The certificate that replaces the first one, as an authority's website hands it out. */
const RENEWED = "/root";

export const PROVIDER_URL = "http://127.0.0.1:12111";
export const WEBHOOK_SECRET = "whsec_drillofthekitwithasandboxasprovider";
export const PASSWORD = "drill-for-operators-7";

/** Makes the next certificate, once the script has made the first. */
export async function makeAuthorities(debian: Debian): Promise<void> {
  const files = `-keyout ${RENEWED}/privkey.pem -out ${RENEWED}/fullchain.pem`;
  const name = "-subj /CN=localhost -addext subjectAltName=DNS:localhost";
  const make = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 ${name} ${files}`;
  const { code, output } = await debian.run(
    `${make} && cat /etc/manabiya/tls/fullchain.pem ${RENEWED}/fullchain.pem > ${AUTHORITIES}`,
  );
  if (code !== 0) throw new Error(output);
}

/** Node reads the certificates at its start, so that they need to be there until then only. */
const trusting = (debian: Debian) => ({ NODE_EXTRA_CA_CERTS: `${debian.root}${AUTHORITIES}` });

/**
 * @param state a folder of this computer, with which another start goes on
 * @param secret of a webhook that the account has already; empty: it has none
 */
export function startProvider(debian: Debian, state: string, secret = WEBHOOK_SECRET): Neighbour {
  const words = [state, new URL(PROVIDER_URL).port, secret];
  return new Neighbour(debian, "provider.ts", words, trusting(debian));
}

/** A program in the place of the owner's and the first member's browsers. */
export function startFirstBuyer(debian: Debian): Neighbour {
  return new Neighbour(debian, "quickstart/first-buyer.ts", ["https://localhost", PASSWORD], trusting(debian));
}

export function startVisitor(debian: Debian, email: string): Neighbour {
  return new Neighbour(debian, "visitor.ts", ["https://localhost", email, PASSWORD], trusting(debian));
}
