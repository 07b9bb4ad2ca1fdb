/** @param args the arguments after the command's name @throws OperatorError */
export type Command = (args: string[], environment: NodeJS.ProcessEnv) => Promise<void>;
