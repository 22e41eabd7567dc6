import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { argon2 } = crypto;
const least = { memory: 64, passes: 1 };

/** A hash takes 35 ms on purpose, and the tests sign up thousands of people. Only its cost is another: 0.1 ms. */
crypto.argon2 = (algorithm, parameters, done) => argon2(algorithm, { ...parameters, ...least }, done);
syncBuiltinESMExports();

/** For a file whose passwords a process of its own checks too; the next file has cheap ones again. */
export function hashAsInUse(): void {
  crypto.argon2 = argon2;
  syncBuiltinESMExports();
}
