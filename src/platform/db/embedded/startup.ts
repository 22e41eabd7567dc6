const cancelCode = 80877102;
const encryptionCodes = [80877103, 80877104];
const longestStartup = 10_000;

/** A connection's first message, the only one without a type letter. */
export type Startup =
  | { kind: "encryption" }
  | { kind: "cancel"; id: number; secret: number }
  | { kind: "sign-in"; user: string };

/** Parses the startup message; null if more bytes are needed. */
export function readStartup(bytes: Buffer): { startup: Startup; rest: Buffer } | null {
  if (bytes.length < 8) return null;
  const length = bytes.readInt32BE(0);
  if (length < 8 || length > longestStartup) throw new Error("This is not a PostgreSQL startup message.");
  if (bytes.length < length) return null;
  return { startup: startupOf(bytes.subarray(4, length)), rest: bytes.subarray(length) };
}

function startupOf(body: Buffer): Startup {
  const code = body.readInt32BE(0);
  if (encryptionCodes.includes(code)) return { kind: "encryption" };
  if (code === cancelCode && body.length >= 12)
    return { kind: "cancel", id: body.readInt32BE(4), secret: body.readInt32BE(8) };
  if (code >> 16 !== 3) throw new Error("Only protocol version 3 is supported.");
  const words = body.toString("utf8", 4).split("\0");
  const at = words.findIndex((word, index) => index % 2 === 0 && word === "user");
  return { kind: "sign-in", user: at < 0 ? "" : (words[at + 1] ?? "") };
}
