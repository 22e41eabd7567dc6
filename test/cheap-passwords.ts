import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// Each file of a process runs this again, on what the one before left.
const kept = globalThis as { argon2?: typeof crypto.argon2 };
const argon2 = (kept.argon2 ??= crypto.argon2);
const least = { memory: 64, passes: 1 };

/** A hash takes 35 ms on purpose, and the tests sign up thousands of people. Only its cost is another: 0.1 ms. */
crypto.argon2 = (algorithm, parameters, done) => argon2(algorithm, { ...parameters, ...least }, done);
syncBuiltinESMExports();

/** For a file whose passwords a process of its own checks too; the next file has cheap ones again. */
export function hashAsInUse(): void {
  crypto.argon2 = argon2;
  syncBuiltinESMExports();
}
