/** A line of `patronictl list`, by the names of its columns. */
export type Member = Record<string, string>;

/** The members in the table that `patronictl list` prints. */
export function membersOf(table: string): Member[] {
  const [header = [], ...rows] = table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])));
}

/** Differences from a leader with a synchronous and another standby, both without lag. */
export function complaintsOf(table: string): string[] {
  const members = membersOf(table);
  const roles = members.map(({ Role = "" }) => Role).toSorted();
  const complaints = members.flatMap(({ Member: name = "", Role = "", State = "", "Lag in MB": lag = "" }) => {
    const runs = State === "running" || (State === "streaming" && Role !== "Leader");
    return [
      ...(runs ? [] : [`${name} is ${State}`]),
      ...(Role === "Leader" || lag === "0" ? [] : [`${name}: lag ${lag}`]),
    ];
  });
  if (roles.join() !== "Leader,Replica,Sync Standby") complaints.push(`roles ${roles.join(", ") || "none"}`);
  return complaints;
}
