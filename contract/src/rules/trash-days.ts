/** Days during which a deleted video can be restored. */
export const TRASH_DAYS = 30;
