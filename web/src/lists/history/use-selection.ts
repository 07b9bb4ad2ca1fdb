import { useState } from "react";

/** The selected entries of a page. */
export interface Selection {
  /** Null: no selection is in progress. */
  ids: readonly number[] | null;
  start: () => void;
  stop: () => void;
  toggle: (id: number) => void;
  choose: (ids: readonly number[]) => void;
}

/**
 * @param page identifies the page of the entries; another page starts with nothing selected, so that nobody deletes
 * unseen entries
 */
export function useSelection(page: string): Selection {
  const [isOn, setOn] = useState(false);
  const [chosen, setChosen] = useState<{ page: string; ids: readonly number[] }>({ page, ids: [] });
  const ids = chosen.page === page ? chosen.ids : [];
  const choose = (next: readonly number[]) => setChosen({ page, ids: next });

  function begin(willBeOn: boolean): void {
    setOn(willBeOn);
    choose([]);
  }

  return {
    ids: isOn ? ids : null,
    start: () => begin(true),
    stop: () => begin(false),
    toggle: (id) => choose(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    choose,
  };
}
