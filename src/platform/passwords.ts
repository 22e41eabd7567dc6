import { argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
type Cost = typeof cost;
/** Hashes at a time: more would fill memory and starve everybody else's requests. */
const atOnce = 2;
const mostWaiting = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** Too many sign-ins at once; the caller answers 503. */
export class PasswordQueueFull extends Error {}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new PasswordQueueFull();
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
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        const message = Buffer.from(password.normalize("NFKC"));
        argon2("argon2id", { message, nonce: salt, ...at }, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}

/** Takes a password, gives what is stored: algorithm, cost, salt and hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** The cost a stored hash was made with, so that a later, higher one locks nobody out. */
function costOf(parameters: string): Cost {
  const [memory = 0, passes = 0, parallelism = 0] = parameters.match(/\d+/g)?.map(Number) ?? [];
  return { memory, passes, parallelism, tagLength: cost.tagLength };
}

/** Compares in constant time; against `null` (no such account) it takes as long and says no. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , parameters = "", salt = "", expected = ""] = stored?.split("$") ?? [];
  const key = stored
    ? await derive(password, Buffer.from(salt, "base64url"), costOf(parameters))
    : await derive(password, Buffer.alloc(16));
  const wanted = stored ? Buffer.from(expected, "base64url") : Buffer.alloc(key.length);
  return stored !== null && wanted.length === key.length && timingSafeEqual(key, wanted);
}

let leaked: Promise<ReadonlySet<string>> | undefined;
/** Read when the first password is chosen: it is 1 MB, and most processes of a day need none. */
const readLeaked = (): Promise<ReadonlySet<string>> =>
  (leaked ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"])));

/** What people put around a word to get past a rule: up to four digits and signs on either side. */
const decoration = /^[^\p{L}]{0,4}|[^\p{L}]{0,4}$/gu;

/** Says whether a password, as it is or with a little decoration taken off, is on the list of leaked ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const folded = password.normalize("NFKC").toLowerCase();
  const list = await readLeaked();
  return [folded, folded.replaceAll(decoration, "")].some((form) => list.has(form));
}

/** Without letters and digits that are taken for each other. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Makes a password for somebody to type once: 25 of 31 signs in five groups, some 123 bits. */
export function makePassword(): string {
  const sign = () => alphabet.charAt(randomInt(alphabet.length));
  return Array.from({ length: 5 }, () => Array.from({ length: 5 }, sign).join("")).join("-");
}
