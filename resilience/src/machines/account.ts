import { execFileSync } from "node:child_process";

/** The ids of one of Debian's users. PostgreSQL refuses to run as root. */
export function account(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
