import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { createUser } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

const statuses = async (range: string) => {
  const { id } = await createUser(t.db, t.clock, { is_superuser: true });
  const answers: number[] = [];
  for (const { url } of Object.values(contract.figures)) {
    const answer = await t.app.inject({ url: `${url.replace(":id", "1")}?${range}`, headers: await t.as(id) });
    answers.push(answer.statusCode);
  }
  // The video does not exist.
  return new Set(answers.map((status) => (status === 404 ? 200 : status)));
};

test.each([
  ...["from=9999-12-31", "from=9998-01-01&days=1100", "from=0001-01-01&to=0001-01-02", "from=0000-01-01&to=0000-01-02"],
  ...["from=-0001-01-01", "from=10000-01-01", "from=2023-02-29&to=2023-03-01", "from=2016-01-01&to=2026-01-01"],
  ...["from=2026-01-02&to=2026-01-01", "days=1101", "days=0", "days=1.5"],
])("refuses the range %s", async (range) => expect(await statuses(range)).toEqual(new Set([400])));

test.each([
  ...["from=2024-02-28&to=2024-02-29", "from=2000-01-01&to=2000-01-01", "from=2999-12-31&days=1100", "days=1100"],
  ...["to=2000-01-01&days=1100", "from=2030-01-01&to=2030-01-02"],
])("answers for the range %s of an empty service", async (range) =>
  expect(await statuses(range)).toEqual(new Set([200])),
);
