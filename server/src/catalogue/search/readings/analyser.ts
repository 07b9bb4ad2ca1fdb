import { nfkc } from "@manabiya/contract/nfkc.ts";
import { TokenizerBuilder } from "lindera-wasm-nodejs-ipadic";
import { keysOfTokens, type Token } from "./reading-keys.ts";

/**
 * Loads the dictionary, which takes 130 MB and a third of a second. Only `analyse-process.ts` calls it.
 * @returns a function from a text to the keys of its readings
 */
export function openAnalyser(): (text: string) => number[] {
  const builder = new TokenizerBuilder();
  builder.setDictionary("embedded://ipadic");
  builder.setMode("normal");
  const tokenizer = builder.build();
  return (text) => keysOfTokens(tokenizer.tokenize(nfkc(text)) as Token[]);
}
