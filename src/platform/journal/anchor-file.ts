import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, open, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { parseAnchor } from "#platform/journal/anchor-chain.ts";

/** Files are read from the end, in chunks of this size. */
const readBytes = 1024 * 1024;

async function readEnd(file: string): Promise<{ lines: string[]; partial: number } | null> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, readBytes));
    await handle.read(bytes, 0, bytes.length, size - bytes.length);
    const whole = bytes.lastIndexOf(10) + 1;
    return { lines: bytes.subarray(0, whole).toString("utf8").split("\n"), partial: bytes.length - whole };
  } finally {
    await handle.close();
  }
}

/** A file's last line and its number in the chain; 0 if the file is missing, empty or older than the chain. */
export async function lastLine(file: string): Promise<{ n: number; line: string }> {
  const line = (await readEnd(file))?.lines.findLast(Boolean) ?? "";
  const found = parseAnchor(line);
  if (line && !found) throw new Error(`The last line of ${file} cannot be read. Run npm run audit:verify.`);
  return { n: found?.n ?? 0, line };
}

type AnchorOf = { at: string; seq: number; hash: string };

export async function lastAnchor(file: string, company: string): Promise<{ at: string; seq: number } | null> {
  const [newest] = await newestAnchors(file, company, 1, Infinity);
  return newest ? { at: newest.at, seq: newest.seq } : null;
}

/** The newest anchors of a company's journal, newest first, within this many bytes at the end of the file. */
export async function newestAnchors(
  file: string,
  company: string,
  most: number,
  mostBytes = 8 * readBytes,
): Promise<AnchorOf[]> {
  const found: AnchorOf[] = [];
  const handle = await open(file).catch(() => null);
  if (!handle) return found;
  try {
    // An idle company's last anchor may be far back, so the file is read backwards; lines of others are not even decoded.
    const whole = (await handle.stat()).size;
    let rest = Buffer.alloc(0);
    for (let size = whole; size > 0 && whole - size < mostBytes; size -= Math.min(size, readBytes)) {
      const bytes = Buffer.alloc(Math.min(size, readBytes));
      await handle.read(bytes, 0, bytes.length, size - bytes.length);
      const text = Buffer.concat([bytes, rest]);
      const first = size <= readBytes ? 0 : text.indexOf("\n") + 1 || text.length;
      for (let before = text.length; before > first; ) {
        const at = text.subarray(first, before).lastIndexOf(company);
        if (at < 0) break;
        const start = text.lastIndexOf("\n", first + at) + 1;
        const end = text.indexOf("\n", first + at);
        const anchor = parseAnchor(text.toString("utf8", start, end < 0 ? text.length : end));
        if (anchor) found.push({ at: anchor.at, seq: anchor.seq, hash: anchor.hash });
        if (found.length === most) return found;
        before = start;
      }
      rest = text.subarray(0, first);
    }
    return found;
  } catch {
    return found;
  } finally {
    await handle.close();
  }
}

/** Appends lines durably; a partial line left by a full disk or a kill is truncated first. */
export async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const partial = (await readEnd(file))?.partial ?? 0;
  const handle = await open(file, "a", 0o600);
  try {
    if (partial > 0) await handle.truncate((await handle.stat()).size - partial);
    await handle.appendFile(`${lines.join("\n")}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** A file's lines, or null if there is none. */
export async function readLines(file: string): Promise<AsyncIterable<string> | null> {
  try {
    const end = await readEnd(file);
    if (!end) return null;
    const handle = await open(file);
    // A partial last line was never durable; the next anchors overwrite it.
    const whole = (await handle.stat()).size - end.partial;
    if (whole > 0) return handle.readLines({ start: 0, end: whole - 1 });
    await handle.close();
    return Readable.from([]);
  } catch (error) {
    throw new Error(`The anchors in ${file} cannot be read.`, { cause: error });
  }
}

/** Updates the time of a file that needed no line: the metrics read the last anchoring from it. */
export async function touch(file: string, at: Date): Promise<void> {
  await utimes(file, at, at).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

/** Renames a file out of the way; returns its new path. */
export function setAside(file: string, at: Date): string {
  const kept = `${file}.until-${at.toISOString().replaceAll(":", "-")}`;
  renameSync(file, kept);
  return kept;
}

const nameFile = (file: string): string => `${file}.folder`;
/** A running server remembers the name even if the file is deleted. */
const known = new Map<string, string>();

/** The name of a file's folder in the chain, or null. */
export function folderOf(file: string): string | null {
  try {
    return readFileSync(nameFile(file), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return known.get(file) ?? null;
  }
}

/** Gives the file's folder a permanent random name if it has none. */
export async function nameFolder(file: string): Promise<string> {
  const folder = folderOf(file) ?? randomUUID();
  if (!existsSync(nameFile(file))) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(nameFile(file), `${folder}\n`, { mode: 0o600 });
  }
  known.set(file, folder);
  return folder;
}

/** Deletes the folder's name, because another file takes this one's place. */
export function forgetFolder(file: string): void {
  rmSync(nameFile(file), { force: true });
  known.delete(file);
}
