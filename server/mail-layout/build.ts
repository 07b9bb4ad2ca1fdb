// `npm run mail-layout`: writes the layout of mails for the server, which so needs neither React nor the library.
import { writeFile } from "node:fs/promises";
import { renderLayout } from "./email.ts";

await writeFile(new URL("../src/mail/layout.json", import.meta.url), `${JSON.stringify(renderLayout(), null, 2)}\n`);
