import { argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
type Cost = typeof cost;
/** Concurrent hashes: more would fill memory and starve other requests. */
const concurrency = 2;
const maxWaiting = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** Too many sign-ins at once; answered with 503. */
export class PasswordQueueFull extends Error {}

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrency) {
    if (waiting.length >= maxWaiting) throw new PasswordQueueFull();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function derive(password: string, salt: Buffer, at: Cost = cost): Promise<Buffer> {
  return runLimited(
    () =>
      new Promise((resolve, reject) => {
        const message = Buffer.from(password.normalize("NFKC"));
        argon2("argon2id", { message, nonce: salt, ...at }, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}

/** The stored form: algorithm, cost, salt and hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** The cost of the stored hash, so that raising the cost keeps old passwords valid. */
function costOf(parameters: string): Cost {
  const [memory = 0, passes = 0, parallelism = 0] = parameters.match(/\d+/g)?.map(Number) ?? [];
  return { memory, passes, parallelism, tagLength: cost.tagLength };
}

/** Constant time; for a missing account (`null`) it takes as long and returns false. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , parameters = "", salt = "", expected = ""] = stored?.split("$") ?? [];
  const key = stored
    ? await derive(password, Buffer.from(salt, "base64url"), costOf(parameters))
    : await derive(password, Buffer.alloc(16));
  const wanted = stored ? Buffer.from(expected, "base64url") : Buffer.alloc(key.length);
  return stored !== null && wanted.length === key.length && timingSafeEqual(key, wanted);
}

let guesser: Promise<ZxcvbnFactory> | undefined;
/** Loaded when the first password is chosen: its list is 1 MB and most processes never need it. */
const openGuesser = (): Promise<ZxcvbnFactory> =>
  (guesser ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([core, { dictionary, adjacencyGraphs: graphs }]) =>
      new core.ZxcvbnFactory({ dictionary: { leaked: dictionary["passwords-common"] }, graphs }),
  ));

/** Characters that are guessed: guessing a long text takes time, and a guessable start of this length is one whole. */
const guessedLength = 64;
/** A million guesses or fewer, on the scale of 0 to 4. */
const guessable = 1;

/** Up to four digits or symbols on either side, which people add to satisfy a rule. */
const decoration = /^[^\p{L}]{0,4}|[^\p{L}]{0,4}$/gu;

/**
 * Whether a password is guessed early: leaked ones, also with letters replaced, dates, sequences, repeats and rows of
 * keys, and one of these with such decoration.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const folded = password.normalize("NFKC").toLowerCase().slice(0, guessedLength);
  const open = await openGuesser();
  if (open.check(folded).score <= guessable) return true;
  const { score, sequence } = open.check(folded.replaceAll(decoration, ""));
  return score <= guessable && sequence.length === 1 && sequence[0]?.pattern !== "bruteforce";
}

/** Without characters that are easily confused. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password to type once; by default 25 characters in five groups, about 123 bits. */
export function makePassword(groups = 5, size = 5): string {
  const character = () => alphabet.charAt(randomInt(alphabet.length));
  return Array.from({ length: groups }, () => Array.from({ length: size }, character).join("")).join("-");
}
