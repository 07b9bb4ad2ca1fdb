import { emptyOf, type FormNode, type GroupNode } from "@manabiya/contract/site/form-nodes.ts";
import { Plus } from "lucide-react";
import { TextArea } from "../../../forms/fields.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { PictureField } from "../picture-field.tsx";
import { moveEntry } from "../../playlists/move-entry.ts";
import { OrderedRows } from "../../playlists/ordered-rows.tsx";

/** The form's values by path, such as "faq.questions.0.answer". */
export interface FormState {
  errorOf: (path: string) => string | undefined;
  setValue: (path: string, value: unknown) => void;
}

interface NodeFieldsProps<N extends FormNode> {
  node: N;
  path: string;
  value: unknown;
  state: FormState;
}

/** Characters. Longer texts get more rows. */
const ROW = 40;

/** The fields of a part, as the contract describes it. */
function NodeFields({ node, path, value, state }: NodeFieldsProps<FormNode>) {
  if (node.kind === "group") return <GroupFields {...{ node, path, value, state }} />;
  if (node.kind === "list") return <ListFields {...{ node, path, value, state }} />;
  if (node.kind === "picture")
    return (
      <PictureField
        kind={node.size}
        label={node.label}
        hint={node.hint}
        standard={null}
        id={value as string}
        error={state.errorOf(path)}
        onChange={(id) => state.setValue(path, id)}
      >
        {({ address }) => <img src={address} alt="" className="max-h-48 w-auto justify-self-start rounded-lg border" />}
      </PictureField>
    );
  const text = value as string;
  const shared = {
    label: node.label,
    hint: [node.hint, node.optional && "空欄でもかまいません。"].filter(Boolean).join("") || undefined,
    error: state.errorOf(path),
    value: text,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => state.setValue(path, target.value),
  };
  if (node.kind === "area") return <TextArea {...shared} rows={Math.min(8, 2 + Math.floor(text.length / ROW))} />;
  return <TextField {...shared} maxLength={node.max} />;
}

export function GroupFields({ node, path, value, state }: NodeFieldsProps<GroupNode>) {
  return (
    <div className="grid min-w-0 gap-4">
      {Object.entries(node.fields).map(([name, field]) => (
        <NodeFields
          key={name}
          node={field}
          path={`${path}.${name}`}
          value={(value as Record<string, unknown>)[name]}
          state={state}
        />
      ))}
    </div>
  );
}

function ListFields({ node, path, value, state }: NodeFieldsProps<Extract<FormNode, { kind: "list" }>>) {
  const { label, item, min, max } = node;
  const items = value as unknown[];
  const fields = (entry: unknown, index: number) => (
    <NodeFields node={item} path={`${path}.${index}`} value={entry} state={state} />
  );
  const isFixed = min === max;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-bold">{`${label}（${items.length}）`}</legend>
      {isFixed &&
        items.map((entry, index) => (
          <fieldset key={index} className="min-w-0 rounded-lg border p-3">
            <legend className="px-1 font-bold">{`${label}${index + 1}`}</legend>
            {fields(entry, index)}
          </fieldset>
        ))}
      {!isFixed && (
        <OrderedRows
          items={items}
          nameOf={(entry, index) => [`${label}${index + 1}`, firstText(entry)].filter(Boolean).join("：")}
          onMove={(from, to) => state.setValue(path, moveEntry(items, from, to))}
          onRemove={items.length > min ? (_, index) => state.setValue(path, items.toSpliced(index, 1)) : undefined}
        >
          {fields}
        </OrderedRows>
      )}
      <FieldError id={`${path}-error`} message={state.errorOf(path)} />
      {!isFixed && items.length < max && (
        <p>
          <Button look="secondary" onClick={() => state.setValue(path, [...items, emptyOf(item)])}>
            <Plus aria-hidden className="size-4" />
            {`${label}を追加`}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

/** Tells the entries of a list apart. */
function firstText(entry: unknown): unknown {
  return typeof entry === "string" ? "" : Object.values(entry as Record<string, unknown>)[0];
}
