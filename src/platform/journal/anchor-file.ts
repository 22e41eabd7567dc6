import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseAnchor } from "#platform/journal/anchor-chain.ts";

/** The end of the file is read: a day adds a line of some 350 bytes a company. */
const mostReadBytes = 1024 * 1024;

async function readEnd(file: string): Promise<{ lines: string[]; partial: number } | null> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, mostReadBytes));
    await handle.read(bytes, 0, bytes.length, size - bytes.length);
    const whole = bytes.lastIndexOf(10) + 1;
    return { lines: bytes.subarray(0, whole).toString("utf8").split("\n"), partial: bytes.length - whole };
  } finally {
    await handle.close();
  }
}

/** The last line of a file, and its number in the chain: 0 when the file is missing, empty or older than the chain. */
export async function lastLine(file: string): Promise<{ n: number; line: string }> {
  const line = (await readEnd(file))?.lines.findLast(Boolean) ?? "";
  const found = parseAnchor(line);
  if (line && !found) throw new Error(`The last line of ${file} cannot be read. Run npm run audit:verify.`);
  return { n: found?.n ?? 0, line };
}

/** The newest anchor of a company's journal; null when there is none. */
export async function lastAnchor(file: string, company: string): Promise<{ at: string; seq: number } | null> {
  const end = await readEnd(file).catch(() => null);
  const line = end?.lines.findLast((text) => text.startsWith("{") && text.includes(company));
  const found = line && parseAnchor(line);
  return found ? { at: found.at, seq: found.seq } : null;
}

/** Appends whole lines and has them on the disk; half a line that a full disk or a kill left there goes first. */
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

/** The lines of a file; null when there is none. */
export async function readLines(file: string): Promise<string[] | null> {
  try {
    return (await readFile(file, "utf8")).split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error(`The anchors in ${file} cannot be read.`, { cause: error });
  }
}
