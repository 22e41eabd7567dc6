// `node scripts/run.mjs <file.ts> [arguments]`: runs a command of this package with the required Node. Those of the
// product, in src/app, are built first, if needed.
import { realpathSync } from "node:fs";
import module from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { needNode24, root } from "./node24.mjs";

await needNode24();

process.env.NODE_COMPILE_CACHE ??= join(root, ".cache", "compile");
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);

const [file] = process.argv.splice(2, 1);
if (file === undefined) {
  console.error("Usage: node scripts/run.mjs <file.ts> [arguments]");
  process.exit(1);
}
// The command sees its own name and arguments, as if called directly.
process.argv[1] = resolve(file);
const isOfProduct = relative(root, dirname(realpathSync(process.argv[1]))) === join("src", "app");
await import(pathToFileURL(isOfProduct ? await built(basename(file, ".ts")) : process.argv[1]).href);

/** @param {string} name */
async function built(name) {
  const { builtFile } = await import("./built-parts.mjs");
  return builtFile("server", `${name}.js`);
}
