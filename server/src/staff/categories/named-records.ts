import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { createRecord, deleteRecord, editRecord, type RecordTarget, writeFields } from "../edit-record.ts";

interface Named {
  id: number;
  name: string;
  revision: number;
}

interface Kind<R extends Named, Fields extends Partial<R>> {
  /** In Japanese. */
  label: string;
  /** The beginning of its actions in the audit log. */
  action: "category" | "tag" | "synonyms";
  /** Values: id, or null for all. */
  read: (db: Database, values: [id: number | null]) => Promise<R[]>;
  /** @param id null: a new record */
  lock: (tx: Database, id: number | null) => Promise<unknown>;
  /** @param id null: a new record @throws validation error */
  check?: (tx: Database, id: number | null, fields: Fields) => Promise<unknown>;
  insert: (tx: Database, fields: Fields) => Promise<R[]>;
  /** The fields as the table has them, if their names differ. */
  columnsOf?: (fields: Fields) => object;
  /** The videos whose search texts a change of the record changes. */
  findVideos: (tx: Database, id: number) => Promise<{ id: number }[]>;
}

interface Caller {
  currentUser: CurrentUser;
}

/** The handlers of small records of the catalogue, of which staff see all at once. */
export function namedRecords<R extends Named, Fields extends Partial<R>>(
  context: StaffContext,
  { label, action, read, lock, check, insert, columnsOf, findVideos }: Kind<R, Fields>,
) {
  const target = (id: number): RecordTarget<R> => ({
    label,
    lock: async (tx) => {
      await lock(tx, id);
      return read(tx, [id]);
    },
    findVideos: async (tx) => (await findVideos(tx, id)).map((video) => video.id),
  });
  const auditOf = <Deed extends string>({ currentUser }: Caller, deed: Deed) => ({
    by: currentUser.id,
    action: `${action}.${deed}` as const,
  });

  return {
    list: () => read(context.db, [null]),

    create: (caller: Caller, fields: Fields) =>
      createRecord<R>(context, {
        audit: auditOf(caller, "create"),
        insert: async (tx) => {
          await lock(tx, null);
          await check?.(tx, null, fields);
          return insert(tx, fields);
        },
        logged: () => ({ ...fields }),
        findVideos: () => [],
      }),

    update: async (
      caller: Caller & { params: { id: number }; body: { revision?: number | undefined } },
      fields: Fields,
    ) => {
      const { id } = caller.params;
      const { after } = await editRecord<R, Fields>(context, {
        ...target(id),
        audit: auditOf(caller, "update"),
        revision: caller.body.revision,
        desired: () => fields,
        write: async (tx) => {
          await check?.(tx, id, fields);
          await writeFields(tx, action, [{ id, fields: columnsOf?.(fields) ?? fields }]);
          return read(tx, [id]);
        },
      });
      return after;
    },

    remove: async (caller: Caller & { params: { id: number }; query: { revision?: number | undefined } }) => {
      const { id } = caller.params;
      const { name } = await deleteRecord<R>(context, {
        ...target(id),
        audit: auditOf(caller, "delete"),
        revision: caller.query.revision,
        logged: ({ id: _id, revision: _revision, ...logged }) => logged,
      });
      return { message: `${label}「${name}」を削除しました。` };
    },
  };
}
