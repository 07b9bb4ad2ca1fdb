/**
 * Something an operator does by hand. `args`: what stands behind its name.
 * @throws OperatorError for what the operator can mend
 */
export type Command = (args: string[], environment: NodeJS.ProcessEnv) => Promise<void>;
