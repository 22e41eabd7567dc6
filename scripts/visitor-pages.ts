import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Plugin, type Rolldown, runnerImport } from "vite";

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const style = "src/web/visitors/visitors.css";
const script = "src/web/visitors/form.ts";

/** The entries of the pages for visitors, next to the app's own. */
export const visitorInputs = { visitors: at(style), "visitor-form": at(script) };

type Rendered = {
  renderVisitorPages(assets: { style: string; font: string; form: string }): { name: string; html: string }[];
};

/**
 * Writes the pages for visitors as HTML into `visitors/`, and the paths of the app's own pages, which tell the server
 * what is not found.
 */
export const visitorPages: Plugin = {
  name: "visitor-pages",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    async handler(_options, bundle) {
      const outputs = Object.values(bundle);
      const named = (pattern: RegExp, what: string): string => {
        const found = outputs.find(({ fileName }) => pattern.test(fileName));
        return found ? `/${found.fileName}` : this.error(`The build has no ${what} for visitors.`);
      };
      const form = outputs.find(
        (one): one is Rolldown.OutputChunk => one.type === "chunk" && !!one.facadeModuleId?.endsWith(script),
      );
      if (!form) return this.error("The build has no form for visitors.");
      const { module } = await runnerImport<Rendered>(at("src/web/visitors/render.tsx"), {
        configFile: false,
        root: at(""),
        logLevel: "error",
      });
      const pages = module.renderVisitorPages({
        style: named(/^assets\/visitors-[^/]+\.css$/, "style"),
        font: named(/^assets\/inter-latin-opsz-normal-[^/]+\.woff2$/, "font"),
        form: `/${form.fileName}`,
      });
      for (const { name, html } of pages)
        this.emitFile({ type: "asset", fileName: `visitors/${name}.html`, source: html });
      const listed = readFileSync(at("src/web/pages.ts"), "utf8");
      this.emitFile({ type: "asset", fileName: "visitors/app-paths.json", source: JSON.stringify(appPaths(listed)) });
    },
  },
};

/** The paths of the pages listed there. */
export const appPaths = (listed: string): string[] =>
  [...listed.matchAll(/\bpage\("(\/[^"]*)"/g)].map(([, path]) => path ?? "");
