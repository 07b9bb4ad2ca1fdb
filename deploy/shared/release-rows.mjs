// The rows by which root and the screen サイトの状態 know of each other. Root calls it as the service's user, with its settings:
//   manabiya release-rows offer upgrade|back VERSION < NOTES    the release that may be asked for; an empty VERSION: none
//   manabiya release-rows take                                  prints "ID KIND VERSION" of a request that waits
//   manabiya release-rows end ID OUTCOME
import pg from "pg";

const NOTES_MAX = 4_000;

const [act, first, second] = process.argv.slice(2);
const client = new pg.Client({ connectionString: process.env.DATABASE_URL, application_name: "manabiya-releases" });
await client.connect();
if (act === "offer") {
  const notes = [];
  for await (const piece of process.stdin) notes.push(piece);
  await client.query("delete from release_changes where requested_at is null and kind = $1", [first]);
  if (second)
    await client.query("insert into release_changes (kind, version, notes) values ($1, $2, $3)", [
      first,
      second,
      Buffer.concat(notes).toString().trim().slice(0, NOTES_MAX),
    ]);
} else if (act === "take") {
  // One that began and has no end was interrupted, since only one run of root is under way.
  await client.query(
    "update release_changes set outcome = 'interrupted' where started_at is not null and outcome is null",
  );
  const { rows } = await client.query(
    "update release_changes set started_at = now() where requested_at is not null and outcome is null returning id, kind, version",
  );
  for (const { id, kind, version } of rows) console.log(id, kind, version);
} else if (act === "end") {
  await client.query("update release_changes set outcome = $2 where id = $1", [first, second]);
} else {
  throw new Error("Usage: release-rows offer|take|end");
}
await client.end();
