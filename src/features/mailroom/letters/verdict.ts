import { Resolver } from "node:dns/promises";
import type { DNSResolver } from "mailauth";
import type { Letter } from "./letter.ts";

/** Whether an email really comes from whom it names. `unknown`: nobody checked, or the domain asks for no check. */
export type Verdict = { dmarc: "pass" | "fail" | "unknown"; by: "server" | "us" | null };

export const noVerdict: Verdict = { dmarc: "unknown", by: null };

/**
 * The verdict of the mailbox's own server, from the topmost `Authentication-Results` that names it. A line that names
 * another server came with the email, so anyone could have written it.
 */
export function verdictOf(headers: Letter["headers"], servers: readonly string[]): Verdict {
  const lines = (headers.get("authentication-results") ?? []).map((line) => line.replaceAll(/\([^()]*\)/g, " "));
  const line = lines.find((one) => servers.includes(one.split(/[;\s]/, 1)[0]?.toLowerCase() ?? ""));
  const dmarc = /(?:^|[;\s])dmarc\s*=\s*(\w+)/i.exec(line ?? "")?.[1]?.toLowerCase();
  if (dmarc === "pass" || dmarc === "fail") return { dmarc, by: "server" };
  return { dmarc: "unknown", by: line === undefined ? null : "server" };
}

/** Our own verdict on a letter. `client` is the machine that handed it in; without it only a signature can be judged. */
export async function checkSender(
  raw: Uint8Array,
  { resolver, client }: { resolver: DNSResolver; client: { ip: string; helo: string; sender: string } | null },
): Promise<Verdict> {
  // Most servers give a verdict of their own.
  const { authenticate } = await import("mailauth");
  try {
    const { dmarc } = await authenticate(Buffer.from(raw), {
      ...client,
      mta: "boardroom",
      resolver,
      disableArc: true,
      disableBimi: true,
    });
    const result = dmarc ? dmarc.status.result : "none";
    if (result === "pass" || (result === "fail" && client)) return { dmarc: result, by: "us" };
    // A signature breaks on the way through a list, and then the machine that sent it would have counted.
    return { dmarc: "unknown", by: "us" };
  } catch {
    return noVerdict;
  }
}

const isSigned = (raw: Uint8Array): boolean =>
  /^dkim-signature:/im.test(
    Buffer.from(raw.subarray(0, 200_000))
      .toString("latin1")
      .split(/\r?\n\r?\n/, 1)[0] ?? "",
  );

const lookUp: DNSResolver = (name, type) => new Resolver({ timeout: 3_000, tries: 2 }).resolve(name, type as "TXT");

/** The verdict of the mailbox's server; where it gives none, ours on the letter's signature. Asks the DNS only then. */
export async function verdictOn(
  { headers, raw }: { headers: Letter["headers"]; raw: Uint8Array | null },
  servers: readonly string[],
  resolver: DNSResolver = lookUp,
): Promise<Verdict> {
  const verdict = verdictOf(headers, servers);
  // What a server passed on without a verdict is as good as what none has looked at.
  if (verdict.dmarc !== "unknown" || raw === null || !isSigned(raw)) return verdict;
  const ours = await checkSender(raw, { resolver, client: null });
  return ours.dmarc === "unknown" ? verdict : ours;
}
