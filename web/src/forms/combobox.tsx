import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { classNames } from "../ui/class-names.ts";

interface ComboboxProps<Option> {
  /** Of the listbox. */
  id: string;
  options: readonly Option[];
  /** 0: a line is always chosen. -1: none at first, and the keys also pass the field between the last line and the first. */
  first: 0 | -1;
  onPick: (option: Option) => void;
}

export interface Combobox<Option> {
  id: string;
  /** -1: none. */
  active: number;
  choose: (position: number) => void;
  onPick: (option: Option) => void;
  /** @returns whether nobody else may use the key */
  handleKey: (event: KeyboardEvent) => boolean;
}

/**
 * The combobox pattern of the ARIA practices: the focus stays in the field, which handles the keys, and its
 * `aria-activedescendant` names the chosen line of a `<Listbox>`.
 */
export function useCombobox<Option>({ id, options, first, onPick }: ComboboxProps<Option>): Combobox<Option> {
  const [chosen, choose] = useState<number>(first);
  const active = Math.min(chosen, options.length - 1);

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  });

  function handleKey(event: KeyboardEvent): boolean {
    // The keys of a kana conversion belong to it. Safari reports them only by the old key code.
    if (event.isComposing || event.keyCode === 229) return true;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    if (step !== undefined && options.length > 0) {
      const positions = options.length - first;
      choose(((active - first + step + positions) % positions) + first);
    } else if (event.key === "Enter" && option) onPick(option);
    else return false;
    event.preventDefault();
    return true;
  }

  return { id, active, choose, onPick, handleKey };
}

interface Line {
  icon: LucideIcon;
}

interface ListboxProps<Option> {
  combobox: Combobox<Option>;
  label: string;
  groups: readonly { name: string; options: readonly Option[]; failure?: string | undefined }[];
  isBusy?: boolean;
  className?: string;
  headingClass?: (group: string) => string;
  lineClass?: (group: string) => string | false;
  /** The texts of a line. */
  renderLine: (option: Option) => ReactNode;
}

/** The lines under the field of a combobox, in groups with a name. */
export function Listbox<Option extends Line>(props: ListboxProps<Option>) {
  const { combobox, label, groups, isBusy, className, headingClass, lineClass, renderLine } = props;
  const { id, active, onPick } = combobox;
  let index = -1;
  return (
    <div id={id} role="listbox" aria-label={label} aria-busy={isBusy} className={className}>
      {groups.map(({ name, options, failure }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p id={`${id}-${name}`} className={classNames("px-2 text-xs text-muted", headingClass?.(name))}>
            {name}
          </p>
          {failure !== undefined && <p className="px-2 py-2 text-danger">{failure}</p>}
          {options.map((option) => {
            const position = ++index;
            const { icon: Icon } = option;
            return (
              <button
                key={position}
                type="button"
                id={`${id}-${position}`}
                role="option"
                aria-selected={position === active}
                tabIndex={-1}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onPick(option)}
                className={classNames(
                  "flex min-h-target w-full items-center gap-3 rounded-md px-2 py-1 text-left",
                  position === active ? "bg-primary-soft text-primary" : "hover:bg-sunken",
                  lineClass?.(name),
                )}
              >
                <Icon aria-hidden className="size-5 shrink-0 text-muted" />
                {renderLine(option)}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
