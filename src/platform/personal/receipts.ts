import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Ctx, Platform } from "#platform/context.ts";
import type { Secrets } from "#platform/secrets.ts";

/** Proof that a person's data was deleted; names them only by two random ids. */
const receipt = z.strictObject({ company: z.uuid(), user: z.uuid(), at: z.iso.datetime(), mac: z.string() });
export type Receipt = Omit<z.infer<typeof receipt>, "mac">;

/** The signature of a receipt; a company's own id in place of a person's stands for all of it. */
export const signReceipt = (secrets: Secrets, company: string, user: string): string =>
  secrets.sign(JSON.stringify(["erasure", company, user]));

const fileOf = ({ installation }: Pick<Platform, "installation">): string =>
  join(installation.dataDir, "erasures.jsonl");

/**
 * Writes a receipt to a file, so that restoring a backup of the database does not remove it. If that fails, the next
 * start adds it from the database.
 */
export async function addReceipt(ctx: Ctx, user: string): Promise<void> {
  await addReceipts(ctx, [{ company: ctx.company, user, at: ctx.now.toISOString() }]).catch((error: unknown) =>
    ctx.log.error({ err: error }, "a receipt of a deletion was not written"),
  );
}

export async function addReceipts(platform: Platform, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const lines = receipts.map(
    (one) => `${JSON.stringify({ ...one, mac: signReceipt(platform.secrets, one.company, one.user) })}\n`,
  );
  await appendFile(fileOf(platform), lines.join(""), { mode: 0o600 });
}

/** The receipts in the file. Lines that were edited, cut off, or signed with another key are left out. */
export async function readReceipts(platform: Platform): Promise<Receipt[]> {
  const text = await readFile(fileOf(platform), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    const read = parse(line);
    if (!read || read.mac !== signReceipt(platform.secrets, read.company, read.user)) {
      if (line) platform.log.error("a receipt of a deletion is not valid");
      return [];
    }
    const { mac: _, ...found } = read;
    return [found];
  });
}

function parse(line: string): z.infer<typeof receipt> | null {
  try {
    return receipt.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
