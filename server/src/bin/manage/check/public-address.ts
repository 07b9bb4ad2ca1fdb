import { lookYourself, ok } from "../../../billing/check/finding.ts";
import { isLoopback } from "../../../config/production-checks.ts";
import { type Check, line, PATIENCE } from "./installation.ts";

const ask = (url: string) => fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });

export const redirect: Check = async ({ env: { site }, httpPort }) => {
  const { protocol, hostname } = new URL(site.publicUrl);
  if (protocol === "http:") return [ok("redirect", "none: PUBLIC_URL is not https")];
  const answer = await ask(`http://${hostname}:${httpPort}/`).catch(() => null);
  if (answer === null)
    return [lookYourself("redirect", "nothing answers on http", "308 to https, for typed addresses")];
  const isRight = answer.headers.get("location")?.startsWith("https:") === true;
  return [line(isRight, "redirect", `http is answered with ${answer.status}`, "308 to https by the reverse proxy")];
};

export const readiness: Check = async ({ env: { site } }) => {
  const answer = await ask(`${site.publicUrl}/health/ready`);
  const detail = `${answer.status} ${(await answer.text()).slice(0, 80).replaceAll("\n", " ")}`;
  return [line(answer.status === 200, "readiness", detail, "OPERATIONS.md, Monitoring; the reverse proxy's log")];
};

/** Otherwise all visitors would share the limits of one address. */
export const proxies: Check = async ({ env: { site, trustedProxies } }) => {
  const answer = await ask(`${site.publicUrl}/health/proxy`);
  const { forwarded } = (await answer.json()) as { forwarded?: string };
  const isDirect = forwarded === "absent" && (trustedProxies.length === 0 || !site.isPublic);
  const detail = `the header X-Forwarded-For is ${forwarded}`;
  const remedy = "the reverse proxy must set it, and TRUSTED_PROXIES name the proxy (none: there is no proxy)";
  return [line(isDirect || forwarded === "believed", "proxies", detail, remedy)];
};

export const metrics: Check = async ({ env: { site, metrics: own } }) => {
  const addresses = [`${site.publicUrl}/metrics`];
  // A host that leads to this machine's loopback says nothing about others.
  if (own !== null && site.isPublic && !isLoopback(own.host))
    addresses.push(`http://${new URL(site.publicUrl).hostname}:${own.port}/metrics`);
  const texts = await Promise.all(addresses.map(async (each) => (await ask(each).catch(() => null))?.text()));
  const found = addresses.filter((_, index) => texts[index]?.startsWith("# HELP"));
  const detail = found.length === 0 ? "not on the public address" : `${found.join(", ")} shows them to everybody`;
  return [line(found.length === 0, "metrics", detail, "METRICS_HOST: an address that Prometheus alone reaches")];
};
