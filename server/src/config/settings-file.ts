import { readFileSync } from "node:fs";
import { INSTALLATION } from "../errors/operator-command.ts";
import { OperatorError } from "../errors/operator-error.ts";

interface Given {
  /** Without `--settings FILE`. */
  args: string[];
  environment: NodeJS.ProcessEnv;
}

/**
 * `--settings FILE` of every command: it reads its environment from FILE. A variable of the process wins.
 * @throws OperatorError
 */
export function withSettings(args: string[], environment: NodeJS.ProcessEnv): Given {
  const at = args.findIndex((arg) => arg === "--settings" || arg.startsWith("--settings="));
  if (at < 0) return { args, environment };
  const isInline = args[at] !== "--settings";
  const file = isInline ? args[at]?.slice("--settings=".length) : args[at + 1];
  if (!file) throw new OperatorError("--settings: name the file of the settings.");
  return { args: args.toSpliced(at, isInline ? 1 : 2), environment: mergedSettings(file, environment) };
}

export function mergedSettings(file: string, environment: NodeJS.ProcessEnv): Record<string, string> {
  return { ...parse(read(file)), ...withoutEmpty(environment) };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The kit's command has read it as root, before it became the service's user.
    if (code === "EACCES" && INSTALLATION === "kit") return "";
    throw new OperatorError(`The settings of ${file} cannot be read (${code}): name a file that this user may read.`);
  }
}

/** One NAME=value per line, as systemd, compose and `deploy/shared/manabiya` read them. */
function parse(text: string): Record<string, string> {
  const lines = text.split("\n").flatMap((line) => {
    const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.replace(/^(['"])(.*)\1$/, "$2")] as const];
  });
  return withoutEmpty(Object.fromEntries(lines));
}

export function withoutEmpty(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
