-- Starting parallel workers takes longer than a search does in one process, of which each statement has a few milliseconds.
alter function unpacked (bigint[]) parallel unsafe;
