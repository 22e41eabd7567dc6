import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { callsOnly } from "./scripts/calls-only.ts";
import { firstPage, compressed, sharedParts } from "./scripts/first-page.ts";
import { visitorInputs, visitorPages } from "./scripts/visitor-pages.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The browser never writes JSON Schema: keeps zod's generator, 5 kB gzip of every first load, out of the bundle. */
const withoutJsonSchema: Plugin = {
  name: "without-json-schema",
  apply: "build",
  transform(code, id) {
    if (!/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1]);
    return {
      code: `const none = () => {};\nexport { ${names.map((name) => `none as ${name}`).join(", ")} };`,
      map: null,
    };
  },
};

export default defineConfig({
  root: at("./src/web"),
  cacheDir: at("./.cache/vite"),
  plugins: [react(), tailwindcss(), callsOnly, withoutJsonSchema, firstPage, compressed, visitorPages],
  build: {
    outDir: at("./dist/web"),
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    // The notices of what is bundled go along with it, at /licences.md.
    license: { fileName: "licences.md" },
    rolldownOptions: {
      input: { index: at("./src/web/index.html"), ...visitorInputs },
      output: { codeSplitting: sharedParts },
    },
    // The content security policy lets nothing but images come from data addresses.
    assetsInlineLimit: 0,
  },
});
