import { readFileSync } from "node:fs";
import { type ESTree, type Plugin, parseSync } from "vite";

/** Modules of the shared contract and of every room's contract. */
const contract = /\/src\/(?:contract\/[\w-]+|features\/.+\/contract)\.ts$/;
const isContract = /\/src\/(?:contract\/[\w-]+|features\/.+\/contract)\.ts(?:\?calls)?$/;
/** Rules too: the browser uses them, and their plain values of the contract need no zod either. */
const isBrowserCode = /\/src\/(?:(?:ui|web|features\/.+\/web)\/.*\.tsx?|features\/.+\/rules\.ts)$/;
/** An import of the contract, by alias; relative ones are handled separately. */
const contractAlias = /^#(?:contract\/[\w-]+|features\/.+\/contract)\.ts$/;

type Edit = { from: number; to: number; text: string };
type Module = {
  parse(code: string): ESTree.Program;
  resolve(source: string, importer: string): Promise<{ id: string } | null>;
};

/**
 * The browser needs only a call's method, path, access and upload type; schemas are for the server, and for forms,
 * which bring theirs. So each contract module is built twice: in full, and as `?calls` without anything created by a
 * function call. Imports of plain values and calls use the second one and need no zod.
 */
export const callsOnly: Plugin = {
  name: "calls-only",
  apply: "build",
  transform: {
    order: "post",
    filter: { id: [isContract, isBrowserCode] },
    async handler(code, id) {
      const program = this.parse(code);
      const edits: Edit[] = await redirectImports(this as unknown as Module, program, id);
      if (isContract.test(id)) edits.push(...program.body.flatMap((statement) => withoutSchemas(code, statement)));
      for (const { from, to, text } of edits.toSorted((a, b) => b.from - a.from))
        code = code.slice(0, from) + text + code.slice(to);
      return { code, map: null };
    },
  },
};

/** Redirects plain names in a module's contract imports to the light module. */
async function redirectImports(module: Module, program: ESTree.Program, id: string): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const statement of program.body) {
    if (statement.type !== "ImportDeclaration") continue;
    const source = statement.source.value;
    if (!contractAlias.test(source) && !(source.startsWith("./") && contract.test(id.replace("?calls", "")))) continue;
    const found = await module.resolve(source, id.replace("?calls", ""));
    if (!found || !contract.test(found.id)) continue;
    const light = lightNames(found.id);
    const wanted = { light: new Set<string>(), whole: new Set<string>() };
    const want = (name: string, local: string) =>
      wanted[light.has(name) ? "light" : "whole"].add(`${name} as ${local}`);
    for (const specifier of statement.specifiers) {
      if (specifier.type === "ImportNamespaceSpecifier" && !isContract.test(id)) {
        for (const { start, end, name } of membersOf(program, specifier.local.name)) {
          const local = `${specifier.local.name}_${name}`;
          want(name, local);
          edits.push({ from: start, to: end, text: local });
        }
      } else if (specifier.type === "ImportSpecifier" && specifier.imported.type === "Identifier")
        want(specifier.imported.name, specifier.local.name);
      else throw new Error(`Import the calls of ${source} by their names in ${id}.`);
    }
    const text = [
      ...(wanted.light.size > 0 ? [`import { ${[...wanted.light].join(", ")} } from "${source}?calls";`] : []),
      ...(wanted.whole.size > 0 ? [`import { ${[...wanted.whole].join(", ")} } from "${source}";`] : []),
    ];
    edits.push({ from: statement.start, to: statement.end, text: text.join("\n") });
  }
  return edits;
}

/** Where a module uses members of a namespace, such as `calls.getTask`. */
function membersOf(node: unknown, namespace: string): { start: number; end: number; name: string }[] {
  if (node === null || typeof node !== "object") return [];
  if ("type" in node && node.type === "MemberExpression") {
    const { object, property, computed, start, end } = node as ESTree.MemberExpression;
    if (object.type === "Identifier" && object.name === namespace && !computed && property.type === "Identifier")
      return [{ start, end, name: property.name }];
  }
  return Object.values(node).flatMap((child) => membersOf(child, namespace));
}

const known = new Map<string, ReadonlySet<string>>();

/** A contract module's exports that involve no schema: calls, functions and plain values. */
function lightNames(file: string): ReadonlySet<string> {
  const cached = known.get(file);
  if (cached) return cached;
  const code = readFileSync(file, "utf8");
  const light = new Set<string>();
  for (const statement of parseSync(file, code).program.body) {
    if (statement.type !== "ExportNamedDeclaration" || !statement.declaration) continue;
    const { declaration } = statement;
    if (declaration.type === "FunctionDeclaration" && declaration.id) {
      if (!/\bz\./.test(code.slice(declaration.start, declaration.end))) light.add(declaration.id.name);
    } else if (declaration.type === "VariableDeclaration")
      for (const { id, init } of declaration.declarations)
        if (id.type === "Identifier" && init && isLight(code.slice(init.start, init.end))) light.add(id.name);
  }
  known.set(file, light);
  return light;
}

/** An endpoint, or a value without function calls. */
const isLight = (init: string): boolean => init.startsWith("endpoint(") || !/[\w)]\(/.test(init);

/** Strips schemas from an endpoint and marks other values as free of side effects. */
function withoutSchemas(code: string, statement: ESTree.Program["body"][number]): Edit[] {
  const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declared?.type !== "VariableDeclaration") return [];
  return declared.declarations.flatMap(({ init }) => (init ? [editOf(code, init)] : [])).flat();
}

function editOf(code: string, init: ESTree.Expression): Edit[] {
  const { start: from, end: to } = init;
  if (init.type !== "CallExpression" && init.type !== "ObjectExpression" && init.type !== "NewExpression") return [];
  const text = code.slice(from, to);
  if (init.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "endpoint")
    return [{ from, to, text: `/* @__PURE__ */ (() => (${text}))()` }];
  const [method, path, options] = init.arguments;
  if (!method || !path || options?.type !== "ObjectExpression") throw new Error(`Not an endpoint: ${text}`);
  const also = options.properties.filter(
    (one) => one.type === "Property" && one.key.type === "Identifier" && ["access", "upload"].includes(one.key.name),
  );
  // The browser would take a call without access as open to everybody.
  if (!also.some((one) => code.slice(one.start, one.end).startsWith("access")))
    throw new Error(`Write the access of a call in the call itself: ${text}`);
  const kept = [
    `method: ${code.slice(method.start, method.end)}`,
    `path: ${code.slice(path.start, path.end)}`,
    ...also.map((one) => code.slice(one.start, one.end)),
  ];
  return [{ from, to, text: `{ ${kept.join(", ")} }` }];
}
