import { type AddressInfo, createServer } from "node:net";
import { OperatorError } from "../errors/operator-error.ts";

/**
 * Checks that the port is free, before the start opens or writes anything.
 * @returns the given port, or a free one for 0
 * @throws OperatorError
 */
export async function findPort(port: number, host: string): Promise<number> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen({ port, host, exclusive: true }, resolve);
    });
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    throw portError(error as NodeJS.ErrnoException, port, host);
  } finally {
    probe.close();
  }
}

export function portError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === "EADDRINUSE") {
    return new OperatorError(`Port ${port} on ${host} is in use: stop what listens there or set PORT to another one.`);
  }
  if (error.code === "EACCES") return new OperatorError(`Port ${port} on ${host} may not be used by this user.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new OperatorError(`HOST ${host} is no address of this machine.`);
  }
  return error;
}
