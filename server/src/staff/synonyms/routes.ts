import { contract } from "@manabiya/contract";
import type { AdminSynonyms } from "@manabiya/contract/staff/search-words/synonyms.ts";
import type { StaffContext } from "../context.ts";
import { createRecord, deleteRecord, editRecord, type RecordTarget, rejectDuplicate } from "../edit-record.ts";
import * as queries from "./queries.ts";

const rejectSameWords = rejectDuplicate({ name: ["同じ言葉の同義語がすでにあります。"] });

export function adminSynonymRoutes(context: StaffContext): void {
  const { app, db } = context;
  const { list, create, update, remove } = contract.adminSynonyms;

  app.route({ ...list, handler: () => queries.readSynonyms(db, [null]) });

  app.route({
    ...create,
    handler: async ({ body: { name }, currentUser }, reply) => {
      const created = await createRecord(context, {
        audit: { by: currentUser.id, action: "synonyms.create" },
        insert: (tx) => queries.insertSynonyms(tx, [name]).catch(rejectSameWords),
        logged: () => ({ name }),
        findVideos: () => [],
      });
      return reply.status(201).send(created);
    },
  });

  app.route({
    ...update,
    handler: async ({ params: { id }, body: { name, revision }, currentUser }) => {
      const { after } = await editRecord(context, {
        ...target(id),
        audit: { by: currentUser.id, action: "synonyms.update" },
        revision,
        desired: () => ({ name }),
        write: (tx) => queries.updateSynonyms(tx, [id, name]).catch(rejectSameWords),
      });
      return after;
    },
  });

  app.route({
    ...remove,
    handler: async ({ params: { id }, query: { revision }, currentUser }) => {
      const { name } = await deleteRecord(context, {
        ...target(id),
        audit: { by: currentUser.id, action: "synonyms.delete" },
        revision,
        remove: (tx) => queries.deleteSynonyms(tx, [id]),
        logged: (group) => ({ name: group.name }),
      });
      return { message: `同義語「${name}」を削除しました。` };
    },
  });
}

/** No video's texts change, but answers to searches do. */
function target(id: number): RecordTarget<AdminSynonyms> {
  return {
    label: "同義語",
    lock: async (tx) => {
      await queries.lockSynonyms(tx, [id]);
      return queries.readSynonyms(tx, [id]);
    },
    findVideos: () => [],
  };
}
