import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { currentUser } from "../src/features/accounts/contract.ts";
import { firstCalls } from "../src/web/first-calls.ts";

/** The first page for signed-in users. */
const page = "/src/web/pages/dashboard.tsx";
const browserCode = /\/src\/(?:ui|web|features\/.+\/web)\/|\?calls$/;
const libraries =
  /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack|wouter|regexparam|lucide-react)\/|^\0vite\/preload-helper|^\0rolldown\/runtime/;
const icons = /\/lucide-react\/dist\/esm\/icons\//;
const pageModules = new Set<string>();

/**
 * Code shared by several pages goes into two files instead of thirty tiny ones, each a request: `main` for the entry
 * itself, `parts` for the rest of the first page. Neither imports the entry or a page, so no two files wait for each
 * other.
 */
export const sharedParts: Rolldown.CodeSplittingOptions = {
  // Imports of a contract's light half are tree-shaken later; included here, they would bring zod.
  includeDependenciesRecursively: false,
  groups: [
    {
      name: "main",
      tags: ["$initial"],
      minShareCount: 2,
      test: (id) => libraries.test(id) || browserCode.test(id),
    },
    { name: "parts", minShareCount: 2, test: (id) => pageModules.has(id) && (browserCode.test(id) || icons.test(id)) },
  ],
};

/** Writes `signed-in.html`: the same page with preload links for the first page's code and calls. */
export const firstPage: Plugin = {
  name: "first-page",
  apply: "build",
  enforce: "post",
  buildEnd() {
    const walk = (id: string): void => {
      if (pageModules.has(id)) return;
      pageModules.add(id);
      const imported = this.getModuleInfo(id)?.importedIds ?? [];
      // What a contract imports is for its schemas, and those are gone, but for other contracts' plain values.
      for (const next of id.endsWith("?calls") ? imported.filter((one) => one.endsWith("?calls")) : imported)
        walk(next);
    };
    for (const id of this.getModuleIds()) if (id.endsWith(page)) walk(id);
  },
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((one) => (one.type === "chunk" ? [[one.fileName, one] as const] : [])),
      );
      const html = bundle["index.html"];
      const first = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(page));
      if (html?.type !== "asset" || !first) this.error("The build has no index.html or no first page.");
      const entry = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith("/src/web/index.html"));
      refuseCycles(entry?.imports ?? [], chunks);
      const source = String(html.source);
      const links = [
        ...[...withImports(first.fileName, chunks)]
          .filter((file) => !source.includes(`/${file}`))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
        ...[currentUser, ...firstCalls].map(({ path }) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
      ];
      this.emitFile({
        type: "asset",
        fileName: "signed-in.html",
        source: source.replace("</head>", `${links.map((link) => `  ${link}\n  `).join("")}</head>`),
      });
    },
  },
};

/** Of files that import each other one runs before what it needs is there: the page stays empty. */
function refuseCycles(
  files: readonly string[],
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  path: readonly string[] = [],
  done = new Set<string>(),
): void {
  for (const file of files) {
    if (path.includes(file)) throw new Error(`These files import each other: ${[...path, file].join(" → ")}`);
    if (!done.has(file)) refuseCycles(chunks.get(file)?.imports ?? [], chunks, [...path, file], done);
    done.add(file);
  }
}

/** A chunk with all of its imports. */
function withImports(
  file: string,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of chunks.get(file)?.imports ?? []) withImports(next, chunks, seen);
  return seen;
}

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Compresses text files once at build time, so that the server does not compress them per request. */
export const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    async handler(_options, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(?:js|css|html)$/.test(fileName));
      await Promise.all(
        texts.map(async (one) => {
          const text = Buffer.from(one.type === "chunk" ? one.code : one.source);
          if (text.length < 1_024) return;
          const size = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
          const [br, gz] = [await brotli(text, { params: size }), await gzipAsync(text, { level: 9 })];
          this.emitFile({ type: "asset", fileName: `${one.fileName}.br`, source: br });
          this.emitFile({ type: "asset", fileName: `${one.fileName}.gz`, source: gz });
        }),
      );
    },
  },
};
