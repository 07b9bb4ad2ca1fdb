/** What a program that a test starts is given besides the test's own settings: where programs are. */
export const PROGRAM_ENVIRONMENT = { PATH: process.env["PATH"] };
