// Makes the schema, and videos to read and to mark. It runs in the network of an application machine: the database
// machines let nobody else in.
import { load } from "@manabiya/bench/data/load.ts";
import { migrate } from "@manabiya/server/src/db/migrate.ts";
import { SMALL } from "../../service.ts";

const connection = { connectionString: process.env["DATABASE_URL"] ?? "" };
await migrate(connection);
await load(connection, SMALL);
