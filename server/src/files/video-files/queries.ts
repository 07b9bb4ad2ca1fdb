import { command, int, statement, uuid } from "../../db/statement.ts";

/** Values: id, size, now. */
export const insertUpload = statement("video-files.insert", { id: uuid, size: int, received: int })`
  insert into video_uploads (id, size, created_at, touched_at) values ($1, $2, $3, $3)
  returning id, size, received`;

/** Values: id. */
export const findUpload = statement("video-files.find", { id: uuid, size: int, received: int })`
  select id, size, received from video_uploads where id = $1`;

/** Values: id. */
export const lockUpload = statement("video-files.lock", { id: uuid, size: int, received: int })`
  select id, size, received from video_uploads where id = $1 for update`;

/** No row while another transaction has locked it. Values: id. */
export const lockUploadNow = statement("video-files.lock-now", { id: uuid, size: int, received: int })`
  select id, size, received from video_uploads where id = $1 for update skip locked`;

/** Values: id, bytes received, now. */
export const updateUpload = statement("video-files.update", { id: uuid, size: int, received: int })`
  update video_uploads set received = $2, touched_at = $3 where id = $1 returning id, size, received`;

/** Values: id. */
export const deleteUpload = command("video-files.delete")`delete from video_uploads where id = $1`;

/** Values: the instant before which the last part was received. */
export const deleteAbandoned = statement("video-files.abandoned", { id: uuid })`
  delete from video_uploads where touched_at < $1 returning id`;
