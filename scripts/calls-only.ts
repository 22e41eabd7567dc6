import type { ESTree } from "vite";
import type { Plugin } from "vite";

/** The contract: the shared one and that of every room. */
const isContract = /\/src\/(?:contract\/[\w-]+|features\/.+\/contract)\.ts$/;

type Edit = { from: number; to: number; text: string };

/**
 * What the browser needs of a call is its method, its path and what it uploads; the schemas are the server's. Takes the
 * contract's modules, gives them without what describes the calls, and says of every other value that making it has no
 * effect: what nobody uses then leaves the bundle, and zod with it wherever no form checks its fields.
 */
export const callsOnly: Plugin = {
  name: "calls-only",
  apply: "build",
  transform: {
    order: "post",
    filter: { id: isContract },
    handler(code) {
      const edits: Edit[] = [];
      for (const statement of this.parse(code).body) {
        const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
        if (declared?.type !== "VariableDeclaration") continue;
        for (const { init } of declared.declarations) if (init) edits.push(...editsOf(code, init));
      }
      for (const { from, to, text } of edits.toSorted((a, b) => b.from - a.from))
        code = code.slice(0, from) + text + code.slice(to);
      return { code, map: null };
    },
  },
};

function editsOf(code: string, init: ESTree.Expression): Edit[] {
  const { start: from, end: to } = init;
  if (init.type !== "CallExpression" && init.type !== "ObjectExpression" && init.type !== "NewExpression") return [];
  const text = code.slice(from, to);
  if (init.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "endpoint")
    return [{ from, to, text: `/* @__PURE__ */ (() => (${text}))()` }];
  const [method, path, options] = init.arguments;
  if (!method || !path || options?.type !== "ObjectExpression") throw new Error(`Not a described call: ${text}`);
  const upload = options.properties.find(
    (one) => one.type === "Property" && one.key.type === "Identifier" && one.key.name === "upload",
  );
  const kept = [
    `method: ${code.slice(method.start, method.end)}`,
    `path: ${code.slice(path.start, path.end)}`,
    ...(upload ? [code.slice(upload.start, upload.end)] : []),
  ];
  return [{ from, to, text: `{ ${kept.join(", ")} }` }];
}
