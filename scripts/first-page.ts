import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { currentUser } from "../src/features/accounts/contract.ts";
import { firstCalls } from "../src/web/first-calls.ts";

/** The page everybody signed in comes to first. */
const page = "/src/web/pages/dashboard.tsx";
const browserCode = /\/src\/(?:ui|web|features\/.+\/web)\/|\?calls$/;
const libraries =
  /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack|wouter|regexparam|lucide-react)\/|^\0vite\/preload-helper|^\0rolldown\/runtime/;
const icons = /\/lucide-react\/dist\/esm\/icons\//;
const ofPage = new Set<string>();

/**
 * What several pages share comes in two files instead of thirty of some hundred bytes, each a request: `main` is what the
 * entry itself needs, `parts` what the first page needs besides. Neither needs anything that stands only in the entry or in
 * the page, so that no two files wait for each other.
 */
export const sharedParts: Rolldown.CodeSplittingOptions = {
  // What a contract's light half imports is shaken off later; taken along it would be zod.
  includeDependenciesRecursively: false,
  groups: [
    {
      name: "main",
      tags: ["$initial"],
      minShareCount: 2,
      test: (id) => libraries.test(id) || browserCode.test(id),
    },
    { name: "parts", minShareCount: 2, test: (id) => ofPage.has(id) && (browserCode.test(id) || icons.test(id)) },
  ],
};

/**
 * Writes `signed-in.html` beside the page: the same, but the browser is told at once of the first page's code and of the calls
 * it will make, instead of finding out file by file.
 */
export const firstPage: Plugin = {
  name: "first-page",
  apply: "build",
  enforce: "post",
  buildEnd() {
    const walk = (id: string): void => {
      if (ofPage.has(id)) return;
      ofPage.add(id);
      for (const next of this.getModuleInfo(id)?.importedIds ?? []) walk(next);
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
      if (html?.type !== "asset" || !first) this.error("There is no page, or no first page in it.");
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

/** A chunk and all it imports, each once. */
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
const zip = promisify(gzip);

/** Packs what is text once, as well as it goes, so that the server does not pack it again for everybody. */
export const packed: Plugin = {
  name: "packed",
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
          const [br, gz] = [await brotli(text, { params: size }), await zip(text, { level: 9 })];
          this.emitFile({ type: "asset", fileName: `${one.fileName}.br`, source: br });
          this.emitFile({ type: "asset", fileName: `${one.fileName}.gz`, source: gz });
        }),
      );
    },
  },
};
