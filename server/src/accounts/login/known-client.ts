import type { FastifyRequest } from "fastify";
import type { AccountsContext } from "../context.ts";
import { bool, statement, texts } from "../../db/statement.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import type { Subject } from "../../limits/rate-limiter.ts";
import { hashToken } from "../../crypto/token.ts";
import { givenDeviceToken } from "./device-cookie.ts";

/** The part of a limit's subject that describes the sender of a request about an account. */
export type Client = Pick<Subject, "network" | "device" | "isKnownNetwork"> & { network: string };

const findTraces = statement("auth.find-traces-of-owner", { knows_device: bool, addresses: texts })`
  select exists (select from known_devices d where d.user_id = u.id and d.device_hash = $2) as knows_device,
         array(select distinct s.address from sessions s where s.user_id = u.id) as addresses
    from users u
   where u.email = $1 and u.closed_at is null`;

/** Compares a request with the devices and networks that the owner of an account has used. */
export async function identifyClient(
  { db, site }: Pick<AccountsContext, "db" | "site">,
  request: FastifyRequest,
  email: string,
): Promise<Client> {
  const network = clientNetworkOf(request.ip);
  const token = givenDeviceToken(request, site);
  const deviceHash = token === undefined ? null : hashToken(token);
  const [traces] = await findTraces(db, [email, deviceHash]);
  return {
    network,
    ...(deviceHash !== null && traces?.knows_device && { device: deviceHash }),
    isKnownNetwork: traces?.addresses.some((address) => clientNetworkOf(address) === network) ?? false,
  };
}

/** A session is a device of its own, which nobody else can pretend to be. */
export function clientOfSession({ currentUser, ip }: FastifyRequest): Client {
  return { network: clientNetworkOf(ip), device: `session ${currentUser.session_id}`, isKnownNetwork: true };
}
