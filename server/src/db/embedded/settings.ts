export type Endpoint =
  | { readonly kind: "socket"; readonly directory: string }
  | { readonly kind: "loopback"; readonly port: number };

/** The number in the socket's file name. It may be equal for all databases, since each has its own folder. */
export const socketPort = 5432;

/** For data that may be lost. */
const NOT_DURABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" };

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
    // The details of an error contain user input.
    log_error_verbosity: "terse",
  };
  if (process.platform !== "win32") settings["unix_socket_permissions"] = "0700";
  if (!durable) Object.assign(settings, NOT_DURABLE);
  return ["-D", directory, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Removes variables that would configure PostgreSQL's programs or translate their messages. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(others), LC_ALL: "C" };
}

/** The setting is a comma-separated list. */
const quoted = (directory: string) => `"${directory.replaceAll('"', '""')}"`;
