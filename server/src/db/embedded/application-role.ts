import { createHash } from "node:crypto";
import { withClient } from "../with-client.ts";
import { superuser } from "./initialise.ts";

export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

const name = "manabiya";

/** Creates the application's role and database when missing. Unlike the superuser, the role has no access to the machine. */
export async function applicationConnection(
  address: { host: string; port: number },
  superuserPassword: string,
): Promise<Connection> {
  const password = createHash("sha256").update(`${name}:${superuserPassword}`).digest("base64url");
  const connection = { ...address, user: name, password, database: name };
  const superuserConnection = { ...address, user: superuser, password: superuserPassword, database: "postgres" };
  await withClient(superuserConnection, async (client) => {
    const known = await client.query<{ role: boolean; database: boolean }>(
      "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role, EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database",
      [name],
    );
    if (!known.rows[0]?.role) {
      await client.query(`CREATE ROLE ${name} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
    }
    if (!known.rows[0]?.database) await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
  });
  return connection;
}

/** For DATABASE_URL and `psql`. */
export function connectionUrl(connection: Connection): string {
  const { host, port, user, password, database } = connection;
  return `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
}
