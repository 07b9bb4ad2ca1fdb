/** How PostgreSQL is reached: over a socket in its own private folder, or over loopback. */
export type Endpoint =
  | { readonly kind: "socket"; readonly directory: string }
  | { readonly kind: "loopback"; readonly port: number };

/** The number in the socket's file name; several databases do not meet, as each has its own folder. */
export const socketPort = 5432;

/** For data that may be lost, and is soon: nothing is written to last, and nothing tidied up. */
const FLEETING = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" };

/** PostgreSQL's command line for `directory`: small, local, UTC, and durable unless the data may be lost. */
export function postgresOptions(directory: string, endpoint: Endpoint, durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    ...(endpoint.kind === "socket"
      ? { listen_addresses: "", unix_socket_directories: quoted(endpoint.directory), port: socketPort }
      : { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: endpoint.port }),
    max_connections: 100,
    shared_buffers: "64MB",
    work_mem: "8MB",
    max_wal_size: "512MB",
    huge_pages: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // The details of an error are what somebody typed.
    log_error_verbosity: "terse",
  };
  if (process.platform !== "win32") settings["unix_socket_permissions"] = "0700";
  if (!durable) Object.assign(settings, FLEETING);
  return [
    "-D",
    directory,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

/** The environment of PostgreSQL's programs: ours without the PG… variables that would steer them, in English. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: "C" };
}

/** The setting is a list; quotes keep a folder with a comma in its name one entry. */
const quoted = (directory: string) => `"${directory.replaceAll('"', '""')}"`;
