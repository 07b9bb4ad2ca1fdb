import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { actionText, valueText } from "./texts.ts";

const SERVER = fileURLToPath(new URL("../../../../server/src/", import.meta.url));

/** Most actions stand after `action:`, and those on members also stand alone. */
const LOGGED = [/action: "([a-z_]+\.[a-z_]+)"/g, /"(member(?:_list)?\.[a-z_]+)"/g];

test("every action that the server logs has a label", () => {
  const files = globSync("**/*.ts", { cwd: SERVER }).filter((file) => !file.endsWith(".test.ts"));
  const code = files.map((file) => readFileSync(`${SERVER}${file}`, "utf8")).join("\n");
  const actions = new Set(LOGGED.flatMap((pattern) => [...code.matchAll(pattern)].map(([, action = ""]) => action)));
  expect(actions.size).toBeGreaterThan(40);
  expect([...actions].filter((action) => actionText(action) === action)).toEqual([]);
});

test("the log names a setting of the site as its screen does", () => {
  expect(valueText(["film_storage_price", "3.5"])).toBe("保存の料金: 3.5");
  expect(valueText(["opening_list", "off"])).toBe("はじめの準備: off");
});
