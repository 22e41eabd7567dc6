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

/**
 * Our own verdict, where the server gives none. `client` is the machine that handed the email in; without it a
 * sender that does not sign cannot be judged.
 * @public No pass asks for it yet: each letter would cost a lookup in the DNS.
 */
export async function checkSender(
  raw: Uint8Array,
  { resolver, client }: { resolver: DNSResolver; client: { ip: string; helo: string; sender: string } | null },
): Promise<Verdict> {
  // A few emails in a thousand need it.
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
    const isSigned = /^dkim-signature:/im.test(Buffer.from(raw.subarray(0, 200_000)).toString("latin1"));
    return { dmarc: result === "fail" && isSigned ? "fail" : "unknown", by: "us" };
  } catch {
    return noVerdict;
  }
}
