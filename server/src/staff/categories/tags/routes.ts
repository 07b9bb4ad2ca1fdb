import { contract } from "@manabiya/contract";
import type { AdminTag } from "@manabiya/contract/staff/search-words/tags.ts";
import type { StaffContext } from "../../context.ts";
import { namedRecords } from "../named-records.ts";
import { lockNames, refuseTakenName } from "../../videos/names.ts";
import * as queries from "./queries.ts";

export function adminTagRoutes(context: StaffContext): void {
  const { app } = context;
  const { list, create, update, remove } = contract.adminTags;
  const tags = namedRecords<AdminTag, Pick<AdminTag, "name">>(context, {
    label: "タグ",
    action: "tag",
    read: queries.readTags,
    lock: async (tx, id) => {
      await lockNames(tx, []);
      await queries.lockTag(tx, [id]);
    },
    check: (tx, id, { name }) => refuseTakenName(tx, "tags", { id, name }),
    insert: (tx, { name }) => queries.insertTag(tx, [name]),
    findVideos: (tx, id) => queries.lockTaggedVideos(tx, [id]),
  });

  app.answer(list, tags.list);
  app.answer(create, async (request, reply) =>
    reply.status(201).send(await tags.create(request, { name: request.body.name })),
  );
  app.answer(update, (request) => tags.update(request, { name: request.body.name }));
  app.answer(remove, tags.remove);
}
