import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../../scripts/quiet-run.mjs";
import { operatorsText, shellBlocks } from "./document.ts";

const FOLDER = join(root, "deploy/shared/backup");
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");

/** Programs of restic and others that take away what was kept. A comment may name them. */
const REMOVES = /^(?!\s*#).*(?:\bforget\b|\bprune\b|key remove|\bdelete\b)/m;

test("no unit that runs as the service's user removes a backup", () => {
  const units = readdirSync(FOLDER).filter((file) => file.endsWith(".service"));
  const own = units.filter((unit) => /^User=manabiya$/m.test(read(unit)));
  const scripts = own.map((unit) => basename(/^ExecStart=(\S+)/m.exec(read(unit))?.[1] ?? ""));
  expect(new Set(scripts)).toEqual(new Set(["manabiya-backup", "manabiya-restore-test"]));
  expect(scripts.filter((script) => REMOVES.test(read(script)))).toEqual([]);
  expect(REMOVES.test(read("forget"))).toBe(true);
});

test("what the operator is told to run as the service's user removes no backup either", () => {
  const commands = shellBlocks(operatorsText()).flatMap((block) => block.commands);
  expect(commands.filter((command) => command.startsWith("manabiya restic ") && REMOVES.test(command))).toEqual([]);
});

test("the service's key at the keeper starts one command, which only adds", () => {
  const [, options = "", command = ""] = /echo "(.*?),?command=\\"(.*?)\\" \$key"/.exec(read("keeper")) ?? [];
  expect(options).toBe("restrict");
  expect(command).toBe("rclone --config= serve restic --stdio --append-only $folder");
  expect(read("backup.env")).toMatch(/^KEEPER=manabiya-keeper@\S+\nRESTIC_REPOSITORY=rclone:/m);
});
