import { expect, test, vi } from "vitest";
import { createTestDatabase } from "../../../test/testing/database/test-database.ts";
import { Clock } from "../../../test/testing/clock.ts";
import { createVideo } from "../../../test/testing/factories.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { PRODUCTION } from "../../../test/testing/server-process.ts";
import { openDatabase } from "../../db/open.ts";
import { prepareFilmsCommand } from "./prepare-films.ts";

test("requests each film that was never prepared, once", async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connection, () => {});
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await createVideo(db, new Clock(), { host: "file", video_id: "older.mp4" });
    await createVideo(db, new Clock());
    for (let run = 0; run < 2; run++) await prepareFilmsCommand([], { ...PRODUCTION, DATABASE_URL: database.url });
    expect(await selectRows(db, "film_preparations")).toMatchObject([{ film: "older.mp4", state: "waiting" }]);
    expect(said.mock.calls.flat()).toEqual([expect.stringMatching(/^1 films/), expect.stringMatching(/^0 films/)]);
  } finally {
    said.mockRestore();
    await db.close();
    await database.drop();
  }
});
