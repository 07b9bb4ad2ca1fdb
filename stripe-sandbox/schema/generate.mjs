// Writes stripe-schema.json.gz: a JSON Schema of the SDK's types in types.ts. TypeScript is installed for this command alone.
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import Stripe from "stripe";

const { default: ts } = await import(process.env.TYPESCRIPT ?? "typescript");
const entry = fileURLToPath(new URL("types.ts", import.meta.url));
const program = ts.createProgram([entry], {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
  types: [],
});
const checker = program.getTypeChecker();
const definitions = {};
const names = new Map();

const isLiteral = (schema) => "const" in schema;

function nameOf(type) {
  const known = names.get(type);
  if (known !== undefined) return known;
  const base = checker.getFullyQualifiedName(type.symbol).replace(/^".*"\.?/, "");
  let name = base;
  for (let count = 2; name in definitions; count++) name = `${base}${count}`;
  names.set(type, name);
  definitions[name] = {};
  definitions[name] = objectSchema(type);
  return name;
}

function objectSchema(type) {
  const properties = {};
  const required = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const given = checker.getTypeOfSymbol(property);
    // `deleted?: void` tells an object from its deleted form.
    if (checker.typeToString(given).includes("void")) continue;
    properties[property.name] = schemaOf(given);
    if (!isOptional) required.push(property.name);
  }
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  // `Event.Data.Object` stands for the object of any event.
  if (Object.keys(properties).length === 0 && index === undefined) return { type: "object" };
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: index === undefined ? false : schemaOf(index),
  };
}

/** An object that a call can expand; without that the field is its id. */
const isExpandable = (type) => type.getProperty("id") !== undefined && type.getProperty("object") !== undefined;

function unionSchema(types) {
  const hasId = types.some(({ flags }) => flags & ts.TypeFlags.String);
  const schemas = types
    .filter((type) => !(type.flags & ts.TypeFlags.Undefined) && !(hasId && isExpandable(type)))
    .map(schemaOf);
  // `'a' | 'b' | OtherString` is any string.
  const isAnyString = schemas.some((schema) => schema.type === "string");
  const literals = schemas.filter((schema) => isLiteral(schema) && !(isAnyString && typeof schema.const === "string"));
  const others = new Map(
    schemas.filter((schema) => !isLiteral(schema)).map((schema) => [JSON.stringify(schema), schema]),
  );
  const values = [...new Set(literals.map((schema) => schema.const))];
  const isBoolean = values.includes(true) && values.includes(false);
  const named = values.filter((value) => typeof value !== "boolean" || !isBoolean);
  const all = [
    ...(named.length > 0 ? [{ enum: named }] : []),
    ...(isBoolean ? [{ type: "boolean" }] : []),
    ...others.values(),
  ];
  return all.length === 1 ? all[0] : { anyOf: all };
}

function schemaOf(type) {
  const { flags } = type;
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (flags & ts.TypeFlags.BooleanLiteral) return { const: type.intrinsicName === "true" };
  if (flags & ts.TypeFlags.Null) return { type: "null" };
  if (flags & ts.TypeFlags.StringLike) return { type: "string" };
  if (flags & ts.TypeFlags.NumberLike) return { type: "number" };
  if (flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
  if (type.isUnion()) return unionSchema(type.types);
  // `string & {}`
  if (type.isIntersection())
    return schemaOf(type.types.find(({ flags: of }) => of & ts.TypeFlags.StringLike) ?? type.types[0]);
  if (checker.isArrayType(type)) return { type: "array", items: schemaOf(checker.getTypeArguments(type)[0]) };
  if (type.symbol === undefined) throw new Error(`no schema for ${checker.typeToString(type)} (${flags})`);
  const { name } = type.symbol;
  // The SDK turns decimals into objects; on the wire they are strings.
  if (name === "DecimalImpl") return { type: "string" };
  if (name === "ApiList" || name === "ApiSearchResult") {
    const items = schemaOf(checker.getTypeArguments(type)[0]);
    return {
      type: "object",
      properties: {
        object: { const: "list" },
        data: { type: "array", items },
        has_more: { type: "boolean" },
        url: { type: "string" },
      },
      required: ["object", "data", "has_more", "url"],
      additionalProperties: false,
    };
  }
  return { $ref: `#/definitions/${nameOf(type)}` };
}

const source = program.getSourceFile(entry);
const roots = {};
ts.forEachChild(source, (node) => {
  if (ts.isInterfaceDeclaration(node)) {
    const type = checker.getTypeAtLocation(node);
    roots[node.name.text] = Object.fromEntries(
      checker.getPropertiesOfType(type).map((property) => [property.name, schemaOf(checker.getTypeOfSymbol(property))]),
    );
  }
});
const output = JSON.stringify({ sdk: Stripe.PACKAGE_VERSION, ...roots, definitions });
writeFileSync(fileURLToPath(new URL("stripe-schema.json.gz", import.meta.url)), gzipSync(output, { level: 9 }));
console.log(`${Object.keys(definitions).length} definitions, ${Math.round(output.length / 1024)} kB`);
