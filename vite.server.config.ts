import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies, scripts } = JSON.parse(readFileSync(at("./package.json"), "utf8")) as {
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
};
/** What `npm run` starts of the product. */
const commands = Object.values(scripts).flatMap((script) => script.match(/src\/app\/[\w-]+\.ts/g) ?? []);
const outDir = at("./dist/server");

/** What lies beside a source file, such as the program of a worker thread, stays there. */
const besideItsSource: Plugin = {
  name: "beside-its-source",
  transform: {
    filter: { id: /\/src\/.+\.ts$/, code: "import.meta.url" },
    handler(code, id) {
      const place = `new URL(${JSON.stringify(relative(outDir, id))}, import.meta.url).href`;
      return { code: code.replaceAll("import.meta.url", place), map: null };
    },
  },
};

/** V8 keeps a source of ASCII in half the memory. */
const inAscii: Plugin = {
  name: "in-ascii",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      chunk.code = chunk.code.replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [besideItsSource, inAscii],
  // A production install has the packages in `dependencies`; those of the rest that the server needs are bundled.
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  build: {
    ssr: true,
    outDir,
    target: "node24",
    minify: false,
    license: { fileName: "licences.md" },
    rolldownOptions: {
      input: ["src/app/main.ts", "src/app/demo.ts", ...commands].map(at),
      // Side by side, as `besideItsSource` counts folders from here.
      output: { chunkFileNames: "[name]-[hash].js", comments: false },
    },
  },
});
