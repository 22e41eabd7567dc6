import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { z } from "zod";
import { now } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import { asOperator } from "#platform/db/operator.ts";
import { type AnchorLine } from "#platform/journal/anchor-chain.ts";
import { appendLines, lastLine } from "#platform/journal/anchor-file.ts";
import { linesBehind } from "#platform/journal/anchors.ts";
import type { Log } from "#platform/log.ts";
import { postLines } from "#platform/post-lines.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

type Outside = NonNullable<Config["anchorsCopy"]>;

/** The state of the outside copy, kept in the data folder for the next start, the metrics and the status page. */
const state = z.object({
  /** A fingerprint of the destination; an address may contain a token. */
  of: z.string(),
  /** The last anchor delivered. */
  n: z.number(),
  line: z.string(),
  at: z.string().nullable(),
  failedAt: z.string().nullable(),
});
type State = z.infer<typeof state>;

const fileIn = (dataDir: string): string => join(dataDir, "anchors-copy.json");
const fingerprint = (outside: Outside): string =>
  createHash("sha256")
    .update(outside.kind === "file" ? outside.path : outside.url.href)
    .digest("hex");

/** The state of the outside copy; null when there is none. */
export function readCopyState(dataDir: string): State | null {
  try {
    return state.parse(JSON.parse(readFileSync(fileIn(dataDir), "utf8")));
  } catch {
    return null;
  }
}

function stateOf(dataDir: string, outside: Outside): State {
  const known = readCopyState(dataDir);
  const of = fingerprint(outside);
  return known?.of === of ? known : { of, n: 0, line: "", at: null, failedAt: null };
}

/** How many anchors the outside copy is known to have received from here. */
export const heldOutside = (dataDir: string, outside: Outside): number => stateOf(dataDir, outside).n;

function saveState(dataDir: string, next: State): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = fileIn(dataDir);
  writeFileSync(`${path}.new`, JSON.stringify(next), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

const batchSize = 1_000;

/** Sends missing anchors to the outside copy and saves the outcome; throws on failure. */
export async function copyAnchors(outside: Outside, dataDir: string, connectOwner: () => pg.Client): Promise<void> {
  const known = stateOf(dataDir, outside);
  let arrived: AnchorLine = known;
  try {
    if (outside.kind === "file") {
      const last = await lastLine(outside.path);
      const lines = await asOperator(connectOwner, (owner) => linesBehind(owner, outside.path, last));
      await appendLines(
        outside.path,
        lines.map(({ line }) => line),
      );
      arrived = lines.at(-1) ?? last;
    } else {
      for (const lines of batches(await unsent(arrived, connectOwner))) {
        await postLines(
          outside.url,
          lines.map(({ line }) => line),
          "ANCHORS_COPY",
        );
        arrived = lines.at(-1) ?? arrived;
      }
    }
    saveState(dataDir, { of: known.of, n: arrived.n, line: arrived.line, at: now().toISOString(), failedAt: null });
  } catch (error) {
    saveState(dataDir, { ...known, n: arrived.n, line: arrived.line, failedAt: now().toISOString() });
    throw error;
  }
}

/** The lines not delivered yet. After a restore the chain may differ; then all lines are sent. */
const unsent = (last: AnchorLine, connectOwner: () => pg.Client): Promise<AnchorLine[]> =>
  asOperator(connectOwner, (owner) =>
    linesBehind(owner, "", last).catch(() => linesBehind(owner, "", { n: 0, line: "" })),
  );

function* batches(lines: readonly AnchorLine[]): Generator<AnchorLine[]> {
  for (let at = 0; at < lines.length; at += batchSize) yield lines.slice(at, at + batchSize);
}

const fiveMinutesMs = 5 * 60_000;

export type OutsideCopy = { update(): void; stop(): void };

/** Keeps the outside copy up to date in the background: failures are logged, counted, shown and retried. */
export function keepCopy(
  outside: Outside | null,
  dataDir: string,
  connectOwner: () => pg.Client,
  log: Log,
  count: Count,
  retryMs = fiveMinutesMs,
): OutsideCopy {
  if (!outside) {
    rmSync(fileIn(dataDir), { force: true });
    return { update: () => undefined, stop: () => undefined };
  }
  let timer: NodeJS.Timeout | undefined;
  let isUnderWay = false;
  const update = (): void => {
    // While a hanging disk blocks one attempt, a second one would only wait too.
    if (isUnderWay) return;
    isUnderWay = true;
    clearTimeout(timer);
    void copyAnchors(outside, dataDir, connectOwner)
      .catch((error: unknown) => {
        log.error({ err: error }, "the anchors were not copied outside");
        count("anchor_copy_failures");
        timer = setTimeout(update, retryMs).unref();
      })
      .finally(() => (isUnderWay = false));
  };
  return { update, stop: () => clearTimeout(timer) };
}
