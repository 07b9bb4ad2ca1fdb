import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { operatorCommand } from "../errors/operator-command.ts";
import { OperatorError } from "../errors/operator-error.ts";

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/**
 * Reads a command's options.
 * @param usage the command with its options @param isUsable whether the command can work with these values
 * @throws OperatorError with the usage
 */
export function readOptions<const O extends ParseArgsOptionsConfig>(
  args: string[],
  options: O,
  usage: string,
  isUsable: (values: Values<O>) => boolean = () => true,
): Values<O> {
  try {
    const { values } = parseArgs({ args, options });
    if (isUsable(values)) return values;
  } catch {
    // The usage answers an unknown option.
  }
  throw new OperatorError(`Usage: ${operatorCommand(usage)}`);
}
