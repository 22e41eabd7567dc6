import type { ApiDocument, ApiOperation, FieldSchema } from "#contract/api-document.ts";

export type ApiCall = { id: string; method: string; path: string; group: string; operation: ApiOperation };

/** The calls of the document, in its order. */
export const callsOf = ({ paths }: ApiDocument): ApiCall[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: `${method}${path.replaceAll(/\W+/g, "-").replace(/-$/, "")}`,
      method: method.toUpperCase(),
      path,
      group: operation.tags[0],
      operation,
    })),
  );

/** The calls that name every word, grouped by what they are about. */
export function groupsOf(calls: readonly ApiCall[], search: string): [string, ApiCall[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = calls.filter(({ method, path, operation }) => {
    const text = `${method} ${path} ${operation.summary} ${operation["x-scope"]}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return [...Map.groupBy(found, ({ group }) => group)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

export type ApiField = { name: string; place: "path" | "query" | "body"; type: string; isRequired: boolean };

export function fieldsOf({ parameters, requestBody }: ApiOperation): ApiField[] {
  const { properties = {}, required = [] } = requestBody?.content["application/json"]?.schema ?? {};
  return [
    ...parameters
      .filter((one) => one.in !== "header")
      .map((one) => ({
        name: one.name,
        place: one.in as "path" | "query",
        type: describeType(one.schema),
        isRequired: one.required,
      })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      place: "body" as const,
      type: describeType(schema),
      isRequired: required.includes(name),
    })),
  ];
}

const formats: Readonly<Record<string, string>> = {
  uuid: "id",
  date: "day, YYYY-MM-DD",
  "date-time": "instant, ISO 8601 in UTC",
  email: "email address",
  uri: "address",
};

/** A field's type in a few words: "text, at most 255 characters", "low, medium or high", "id or null". */
export function describeType({
  type,
  format,
  enum: values,
  const: constant,
  maxLength,
  items,
  anyOf,
}: FieldSchema): string {
  const listed = constant === undefined ? values : [constant];
  if (listed) return inList(listed.map((value) => JSON.stringify(value).replaceAll('"', "")));
  if (anyOf) return inList([...new Set(anyOf.map(describeType))]);
  if (type === "string")
    return formats[format ?? ""] ?? (maxLength ? `text, at most ${maxLength.toLocaleString("en")} characters` : "text");
  if (type === "array") return items ? `list of ${describeType(items)}` : "list";
  const names: Readonly<Record<string, string>> = { integer: "whole number", boolean: "true or false" };
  return names[type ?? ""] ?? type ?? "any value";
}

const inList = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

/** A shell command that makes a call with the token in $BOARDROOM_TOKEN. */
export function curlOf({ method, path, operation }: ApiCall, origin: string): string {
  const sent = operation.parameters.filter(({ required }) => required);
  const filled = sent
    .filter((one) => one.in === "path")
    .reduce((address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = sent.filter((one) => one.in === "query").map(({ name, example }) => [name, String(example)]);
  const address = `${origin}${filled}${query.length > 0 ? `?${new URLSearchParams(query)}` : ""}`;
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const isUpload = type !== undefined && type !== "application/json";
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(address)}`,
    '-H "Authorization: Bearer $BOARDROOM_TOKEN"',
    ...(isUpload ? [`-H "Content-Type: ${type}"`, "--data-binary @file"] : []),
    ...(!isUpload && body?.example !== undefined
      ? ['-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(body.example))}`]
      : []),
  ].join(" \\\n  ");
}

/** A text as one word of a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
