import { parseArgs } from "node:util";
import { prepareDemo } from "#app/demo/prepare.ts";
import { sentenceOf } from "#app/sentence.ts";
import { ConfigFault, readConfig } from "#platform/config.ts";
import { printErrors, print } from "#platform/log.ts";

/** `npm run demo [-- --fresh]`: prepares a demo company in a data folder of its own; then the server starts. */
const note = await prepare();

/** Prints how to sign in, once the server is up. */
export function introduce(): void {
  print(
    note
      ? `This is a demo with invented records. Sign in as ${note.username} with the password ${note.password}`
      : "This is a demo with invented records. Its password is stored only in the folder that prepared it; npm run user:reset -- demo sets a new one.",
  );
}

async function prepare() {
  try {
    return await prepareDemo(readConfig(), { fresh: readArguments(), notify: print });
  } catch (error) {
    printErrors(error instanceof ConfigFault ? error.sentences : [sentenceOf(error)]);
    process.exit(1);
  }
}

function readArguments(): boolean {
  const options = { demo: { type: "boolean" }, fresh: { type: "boolean", default: false } } as const;
  try {
    return parseArgs({ options }).values.fresh;
  } catch {
    throw new Error("Usage: npm run demo [-- --fresh]");
  }
}
