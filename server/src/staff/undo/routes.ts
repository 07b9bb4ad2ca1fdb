import { contract } from "@manabiya/contract";
import type { StaffContext } from "../context.ts";
import { previewUndo, takeBack } from "./take-back.ts";

export function adminUndoRoutes(context: StaffContext): void {
  const { app } = context;
  const { preview, undo } = contract.adminUndo;

  app.answer(preview, ({ params: { id } }) => previewUndo(context, id));
  app.answer(undo, ({ params: { id }, body, currentUser }) => takeBack(context, { ...body, entry: id, currentUser }));
}
