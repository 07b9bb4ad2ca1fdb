import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { demoCatalogue } from "@manabiya/demo/content/catalogue.ts";
import { clipsFolder } from "@manabiya/demo/content/folders.ts";
import { Caller } from "./caller.ts";

const COUNT = 3;

/** Uploads some videos of the demo as a superuser would, so that members have something to watch. */
export async function addVideos(url: string, owner: { email: string; password: string }): Promise<void> {
  const superuser = await Caller.logIn(url, owner);
  const films = demoCatalogue.videos.filter(({ host }) => host === "file").slice(0, COUNT);
  for (const { video_id: clip, title, description, duration } of films) {
    const content = await readFile(join(clipsFolder, `${clip}.webm`));
    const { id } = await superuser.call(contract.videoFiles.start, { body: { size: content.length } });
    await superuser.send(contract.videoFiles.append, { params: { id }, query: "offset=0", body: content });
    const { video_id } = await superuser.call(contract.videoFiles.finish, { params: { id } });
    const form = new FormData();
    const fields = { title, description, duration: String(duration), host: "file", video_id };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    await superuser.send(contract.adminVideos.create, { body: form });
  }
}

/** The first video, which members may watch. */
export async function someVideo(member: Caller): Promise<number | undefined> {
  return (await member.call(contract.home.get)).newVideos[0]?.id;
}
