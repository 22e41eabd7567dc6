import { readFileSync } from "node:fs";
import { type ESTree, type Plugin, parseSync } from "vite";

/** The contract: the shared one and that of every room. */
const contract = /\/src\/(?:contract\/[\w-]+|features\/.+\/contract)\.ts$/;
const isContract = /\/src\/(?:contract\/[\w-]+|features\/.+\/contract)\.ts(?:\?calls)?$/;
const isBrowserCode = /\/src\/(?:ui|web|features\/.+\/web)\/.*\.tsx?$/;
/** How the contract is imported: by the package's own names, or beside it. */
const named = /^#(?:contract\/[\w-]+|features\/.+\/contract)\.ts$/;

type Edit = { from: number; to: number; text: string };
type Module = {
  parse(code: string): ESTree.Program;
  resolve(source: string, importer: string): Promise<{ id: string } | null>;
};

/**
 * What the browser needs of a call is its method, its path, who may make it and what it uploads; the schemas are the server's, and those of
 * a form come with the form. So each module of the contract is built twice: whole, and as `?calls` without what is made by
 * a call of anything. Whoever imports only plain values and calls gets them from the second, and needs no zod.
 */
export const callsOnly: Plugin = {
  name: "calls-only",
  apply: "build",
  transform: {
    order: "post",
    filter: { id: [isContract, isBrowserCode] },
    async handler(code, id) {
      const program = this.parse(code);
      const edits: Edit[] = await lighter(this as unknown as Module, program, id);
      if (isContract.test(id)) edits.push(...program.body.flatMap((statement) => withoutSchemas(code, statement)));
      for (const { from, to, text } of edits.toSorted((a, b) => b.from - a.from))
        code = code.slice(0, from) + text + code.slice(to);
      return { code, map: null };
    },
  },
};

/** Takes a module, gives its imports of the contract with the plain names taken from the light one. */
async function lighter(module: Module, program: ESTree.Program, id: string): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const statement of program.body) {
    if (statement.type !== "ImportDeclaration") continue;
    const source = statement.source.value;
    if (!named.test(source) && !(source.startsWith("./") && contract.test(id.replace("?calls", "")))) continue;
    const found = await module.resolve(source, id.replace("?calls", ""));
    if (!found || !contract.test(found.id)) continue;
    const light = lightNames(found.id);
    const wanted = { light: [] as string[], whole: [] as string[] };
    for (const one of statement.specifiers) {
      if (one.type !== "ImportSpecifier" || one.imported.type !== "Identifier") return [];
      const { name } = one.imported;
      wanted[light.has(name) ? "light" : "whole"].push(`${name} as ${one.local.name}`);
    }
    const text = [
      ...(wanted.light.length > 0 ? [`import { ${wanted.light.join(", ")} } from "${source}?calls";`] : []),
      ...(wanted.whole.length > 0 ? [`import { ${wanted.whole.join(", ")} } from "${source}";`] : []),
    ];
    edits.push({ from: statement.start, to: statement.end, text: text.join("\n") });
  }
  return edits;
}

const known = new Map<string, ReadonlySet<string>>();

/** The names a module of the contract exports that are calls, functions and plain values: nothing a schema is part of. */
function lightNames(file: string): ReadonlySet<string> {
  const before = known.get(file);
  if (before) return before;
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

/** A described call, or a value nothing is called for. */
const isLight = (init: string): boolean => init.startsWith("endpoint(") || !/[\w)]\(/.test(init);

/** Takes a statement of the contract, gives it without what describes a call; other values are made without an effect. */
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
  if (!method || !path || options?.type !== "ObjectExpression") throw new Error(`Not a described call: ${text}`);
  const also = options.properties.filter(
    (one) => one.type === "Property" && one.key.type === "Identifier" && ["access", "upload"].includes(one.key.name),
  );
  const kept = [
    `method: ${code.slice(method.start, method.end)}`,
    `path: ${code.slice(path.start, path.end)}`,
    ...also.map((one) => code.slice(one.start, one.end)),
  ];
  return [{ from, to, text: `{ ${kept.join(", ")} }` }];
}
