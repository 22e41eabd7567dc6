// Loaded before the product (`node --import`): reading a file of which a cell says so throws at every start, or hangs at
// the first one until a file allows it to go on. What a job may take is shortened where the environment says so.
import { appendFileSync, existsSync } from "node:fs";
import { Parser } from "csv-parse";
import { jobLimits } from "#platform/jobs/limits.ts";

type Transform = (this: Parser, chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) => void;
const { HANG_NOTES: notes, JOB_LONGEST_MS: longest } = process.env;
if (longest) jobLimits.longest = Number(longest);

const parser = Parser.prototype as unknown as { _transform: Transform };
const transform = parser._transform;
let hasHung = false;
parser._transform = function read(chunk, encoding, done) {
  const text = String(chunk);
  if (text.includes("throw here")) return done(new Error("The file says so."));
  if (!notes || hasHung || !text.includes("hang here")) return transform.call(this, chunk, encoding, done);
  hasHung = true;
  appendFileSync(notes, "hung\n");
  const look = setInterval(() => {
    if (!existsSync(`${notes}.go-on`)) return;
    clearInterval(look);
    appendFileSync(notes, "went on\n");
    transform.call(this, chunk, encoding, done);
  }, 50);
};
