import { signUp } from "../accounts.ts";
import { staffOf } from "../staff.ts";
import { json, send, type Target, type Outcome } from "../target.ts";
import { png } from "./picture-bombs.ts";

const SCRIPT = "<script>alert(1)</script>";
const HEADERS = { "content-type": /^application\/json/, "x-content-type-options": /^nosniff$/ };

/** No browser may take what a member wrote or drew into a question for a page of this site. */
export async function run(target: Target): Promise<Outcome> {
  const [{ access: token }, { access: other }] = [
    await signUp(target, { trial: true }),
    await signUp(target, { trial: true }),
  ];
  const question = { second: 1, text: SCRIPT, nickname: "<img src=x onerror=alert(1)>", is_public: true };
  const { id } = json(await send(target, "/api/videos/9/questions/", { body: question, token })) as { id: number };
  const form = new FormData();
  form.set(
    "picture",
    new File([png("tEXt", Buffer.from(`Comment\0${SCRIPT}`))], "picture.html", { type: "text/html" }),
  );
  const url = `${target.url}/api/questions/${id}/picture/`;
  const drawn = await fetch(url, { method: "PUT", headers: { authorization: `Bearer ${token}` }, body: form });
  if (!drawn.ok) throw new Error(`picture: ${drawn.status} ${await drawn.text()}`);
  const headers = await staffOf(target);
  const answer = { answer: "はい", revision: 1 };
  await send(target, `/api/admin/questions/${id}/answer/`, { method: "PUT", body: answer, headers });

  const shown = await send(target, `/api/questions/${id}/picture/`, { token: other });
  const seen = [
    shown,
    await send(target, "/api/videos/9/questions/", { token: other }),
    await send(target, "/api/admin/questions/?show=answered", { headers }),
  ];
  const refused = seen.filter(({ status }) => status !== 200);
  if (refused.length > 0) throw new Error(`others see no question: ${refused[0]?.text.slice(0, 300)}`);
  const pages = seen.filter((each) =>
    Object.entries(HEADERS).some(([name, wanted]) => !wanted.test(each.headers.get(name) ?? "")),
  );
  const { address } = json(shown) as { address: string };
  const [type = "", picture = ""] = address.split(",");
  const isDrawing = type === "data:image/webp;base64" && !Buffer.from(picture, "base64").includes(SCRIPT);
  return { attempts: seen.length + 1, succeeded: pages.length + (isDrawing ? 0 : 1) };
}
