/** So many at least. */
const STEPS = 16;

/** The lines of a walk that are not `ok`; a walk without its last line is wrong, too. */
export function wrongSteps(output: string): string[] {
  const lines = output.split("\n");
  const [, ok = "0", wrong = "0"] = lines.map((line) => /^(\d+) ok, (\d+) wrong$/.exec(line)).find(Boolean) ?? [];
  const found = lines.filter((line) => line.startsWith("wrong"));
  if (Number(ok) + Number(wrong) < STEPS) found.push(`the walk ended early: ${output.trim().slice(-500)}`);
  return found;
}

/** Connections that left this machine. Without any connection, nothing was recorded. */
export function foreignHosts(connections: string): string[] {
  const hosts = connections.trim().split("\n");
  if (hosts.length < 20) return [`${hosts.length} connections were recorded`];
  return [...new Set(hosts)].filter((host) => !/^(localhost|127\.0\.0\.1|::1|\/.*)$/.test(host));
}

/** Whether a planted defect was found, in the line of the step that it breaks. @returns an empty list when it was */
export function unfound(output: string, step: string, words: string): string[] {
  const line = wrongSteps(output).find((each) => each.includes(step));
  if (line === undefined) return [`no line says wrong: ${step}`];
  return line.includes(words) ? [] : [line];
}
