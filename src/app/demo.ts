import { parseArgs } from "node:util";
import { prepareDemo } from "#app/demo/prepare.ts";
import { sentenceOf } from "#app/sentence.ts";
import { ConfigFault, readConfig } from "#platform/config.ts";
import { printErrors, print } from "#platform/log.ts";

/** `npm run demo [-- --fresh]`: a prepared company to look at, on a data folder of its own; the server starts behind it. */
const note = await prepare();

/** Says who signs in, when the server is there. */
export function introduce(): void {
  print(
    note
      ? `This is a demo with invented records. Sign in as ${note.username} with the password ${note.password}`
      : "This is a demo with invented records. Its password is known to the folder it was prepared with; npm run user:reset -- demo gives a new one.",
  );
}

async function prepare() {
  try {
    return await prepareDemo(readConfig(), { fresh: readArguments(), tell: print });
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
