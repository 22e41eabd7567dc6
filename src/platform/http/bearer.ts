import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { FastifyRequest } from "fastify";
import { AppError } from "#contract/errors.ts";

/** Names our tokens to people and to programs that look for secrets: brm_, 48 random hex digits, 8 of their CRC-32. */
const prefix = "brm_";
const randomDigits = 48;

const checksumOf = (digits: string): string =>
  crc32(prefix + digits)
    .toString(16)
    .padStart(8, "0");

/** Creates an opaque 192-bit API token. */
export function makeApiToken(): string {
  const digits = randomBytes(randomDigits / 2).toString("hex");
  return prefix + digits + checksumOf(digits);
}

/** An access token of an assistant: bra_, 8 hex digits of the assistant's id, 48 random ones. */
const assistantToken = /^bra_[0-9a-f]{56}$/;

export const makeAssistantToken = (assistant: string): string =>
  `bra_${assistant.slice(0, 8)}${randomBytes(24).toString("hex")}`;

/** What of a token is stored to tell it from others: too little to guess the rest. Of an assistant's, whose it is. */
export const startOf = (token: string): string => token.slice(0, token.startsWith("bra_") ? 12 : prefix.length + 4);

/** The token of an assistant's request: its own, or an API token. It takes no other credential. */
export function readAssistantBearer({ headers }: FastifyRequest): Bearer | null {
  const token = /^bearer +(\S+)$/i.exec(headers.authorization?.slice(0, 500) ?? "")?.[1];
  if (token === undefined) return null;
  const isWhole = assistantToken.test(token) || isWholeApiToken(token);
  return { hash: isWhole ? createHash("sha256").update(token).digest() : null, start: startOf(token) };
}

function isWholeApiToken(token: string): boolean {
  const digits = /^brm_([0-9a-f]{48})[0-9a-f]{8}$/.exec(token)?.[1];
  return digits !== undefined && token.endsWith(checksumOf(digits));
}

/** A call's API token: its hash, or null if it cannot be one, and its start. */
export type Bearer = { hash: Buffer | null; start: string };

/**
 * Returns the API token a request came with; null without one. A bearer of another kind beside a cookie, or on a
 * call that needs no one signed in, is a proxy's, and the call is the browser's.
 */
export function readBearer({ headers }: FastifyRequest, isOpen = false): Bearer | null {
  const token = /^bearer +(\S+)$/i.exec(headers.authorization?.slice(0, 500) ?? "")?.[1];
  // An assistant's is for assistants alone, so it is ours and does not work here.
  const isOurs = token !== undefined && /^br[am]_/.test(token);
  if (token === undefined || (!isOurs && (isOpen || headers.cookie !== undefined))) return null;
  return { hash: isWholeApiToken(token) ? createHash("sha256").update(token).digest() : null, start: startOf(token) };
}

const inAddress =
  "Never put an API token in an address: addresses are logged. Revoke this one, and send a new one as a header";

/** Refuses an address with an API token in it, however it is encoded. */
export function refuseTokenInAddress(url: string): void {
  if (/br[am]_[0-9a-f]{48}/i.test(url.includes("%") ? decoded(url) : url)) throw new AppError("invalid", inAddress);
}

/** A part that cannot be decoded stays as it is. */
const decoded = (url: string): string =>
  url.replaceAll(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
