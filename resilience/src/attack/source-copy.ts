import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../../scripts/quiet-run.mjs";
import type { Replacement } from "./target.ts";

/** Folders of which the copy has its own files. */
const COPIED = ["server", "contract"];

/** The server's source in a temporary folder, where defects can be planted. */
export class SourceCopy {
  readonly root = mkdtempSync(join(tmpdir(), "manabiya-attack-"));

  constructor() {
    const isSource = (path: string) => !path.endsWith("/node_modules");
    for (const folder of COPIED)
      cpSync(join(root, folder), join(this.root, folder), { recursive: true, filter: isSource });
    for (const name of readdirSync(root)) {
      const isOwn = COPIED.includes(name) || name === "node_modules" || name.startsWith(".");
      if (!isOwn) symlinkSync(join(root, name), join(this.root, name));
    }
    this.#linkPackages();
  }

  /** Applies a patch. @returns a function that takes it back @throws when a text does not stand there exactly once */
  plant(replacements: Replacement[]): () => void {
    const before = replacements.map(({ file }) => [join(this.root, file), readFileSync(join(this.root, file), "utf8")]);
    const restore = () => {
      for (const [path = "", text = ""] of before) writeFileSync(path, text);
    };
    for (const { file, from, to } of replacements) {
      const path = join(this.root, file);
      const pieces = readFileSync(path, "utf8").split(from);
      if (pieces.length !== 2) {
        restore();
        throw new Error(`${file} holds ${pieces.length - 1} times: ${from}`);
      }
      writeFileSync(path, pieces.join(to));
    }
    return restore;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  #linkPackages(): void {
    const [from, to] = [join(root, "node_modules"), join(this.root, "node_modules")];
    mkdirSync(join(to, "@manabiya"), { recursive: true });
    for (const folder of COPIED) symlinkSync(join(this.root, folder), join(to, "@manabiya", folder));
    for (const scope of ["", "@manabiya"]) {
      for (const name of readdirSync(join(from, scope))) {
        if (!name.startsWith(".") && !existsSync(join(to, scope, name)))
          symlinkSync(join(from, scope, name), join(to, scope, name));
      }
    }
  }
}
