import { contract } from "@manabiya/contract";
import type { AdminSynonyms } from "@manabiya/contract/staff/search-words/synonyms.ts";
import type { StaffContext } from "../context.ts";
import { rejectDuplicate } from "../edit-record.ts";
import { namedRecords } from "../categories/named-records.ts";
import * as queries from "./queries.ts";

const rejectSameWords = rejectDuplicate({ name: ["同じ言葉の同義語がすでにあります。"] });

export function adminSynonymRoutes(context: StaffContext): void {
  const { app } = context;
  const { list, create, update, remove } = contract.adminSynonyms;
  const synonyms = namedRecords<AdminSynonyms, Pick<AdminSynonyms, "name">>(context, {
    label: "同義語",
    action: "synonyms",
    read: queries.readSynonyms,
    lock: (tx, id) => queries.lockSynonyms(tx, [id]),
    insert: (tx, { name }) => queries.insertSynonyms(tx, [name]),
    columnsOf: ({ name }) => ({ words: name }),
    // No video's texts change, but answers to searches do.
    findVideos: async () => [],
  });

  app.answer(list, synonyms.list);
  app.answer(create, async (request, reply) =>
    reply.status(201).send(await synonyms.create(request, { name: request.body.name }).catch(rejectSameWords)),
  );
  app.answer(update, (request) => synonyms.update(request, { name: request.body.name }).catch(rejectSameWords));
  app.answer(remove, synonyms.remove);
}
