// `npm test`, or `npm test -- <step> ...` for some of its steps.
import { needNode24 } from "./node24.mjs";

await needNode24();
await import("./test-steps.ts");
