import type { lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { SaxesParser } from "saxes";
import {
  domainOf,
  type MailProvider,
  mailProviders,
  type MailServer,
  type MailServers,
} from "#connectors/imap/servers.ts";
import { allowedAddresses, resolveAllowed } from "#platform/http-out/guarded-host.ts";
import type { HttpOut } from "#platform/http-out/http-out.ts";

/** The servers of an address, as they were found. `provider`: one that is known. */
export type FoundServers = MailServers & { user: string; provider: MailProvider | null };

type Dns = Pick<Resolver, "resolveMx" | "resolveSrv">;
/** Where is looked, besides the domain itself. `directory`: an address that ends with the domain. */
export type Places = {
  providers?: readonly MailProvider[];
  dns?: Dns;
  directory?: string;
  ofDomain?: (domain: string) => readonly string[];
  resolve?: typeof lookup;
};

const waitMs = 4_000;
const mostBytes = 64 * 1024;

/** Thunderbird's directory, and where a domain says it itself. */
const usual = {
  directory: "https://autoconfig.thunderbird.net/v1.1/",
  ofDomain: (domain: string) => [
    `https://autoconfig.${domain}/mail/config-v1.1.xml`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ],
};

const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)+$/;

/**
 * Finds the servers of an address: a provider that is known, by the domain or its servers for incoming mail; else what
 * the domain says, over https and in DNS; else Thunderbird's directory. Null: nothing is known, or nothing that may be
 * called.
 */
export async function findServers(
  caller: { company: string },
  http: Pick<HttpOut, "call" | "privateAddresses">,
  address: string,
  { providers = mailProviders, dns, directory = usual.directory, ofDomain = usual.ofDomain, resolve }: Places = {},
): Promise<FoundServers | null> {
  const domain = domainOf(address);
  const known = (one: MailProvider): FoundServers => ({ imap: one.imap, smtp: one.smtp, user: address, provider: one });
  const provider = providers.find(({ domains }) => domains.includes(domain));
  if (provider) return known(provider);
  if (!hostName.test(domain)) return null;
  const names = dns ?? new Resolver({ timeout: waitMs, tries: 1 });
  const fetched = (url: string) =>
    http.call(caller, { url, timeoutMs: waitMs, mostBytes }).then(
      ({ status, body }) => (status === 200 ? readConfig(Buffer.from(body).toString(), address) : null),
      () => null,
    );
  const [exchanges, said, inDns, listed] = await Promise.all([
    names.resolveMx(domain).catch(() => []),
    Promise.all(ofDomain(domain).map(fetched)),
    findInDns(names, domain),
    fetched(directory + domain),
  ]);
  const host = exchanges.toSorted((a, b) => a.priority - b.priority)[0]?.exchange.toLowerCase();
  const behind = host && providers.find(({ mx = [] }) => mx.some((end) => host.endsWith(end)));
  if (behind) return known(behind);
  for (const one of [...said, inDns, listed])
    if (one && (await mayReach(one, http.privateAddresses, resolve))) return { user: address, ...one, provider: null };
  return null;
}

/** What is found is named by strangers: it must lead outside, or to a private address that is listed. */
async function mayReach(
  { imap, smtp }: MailServers,
  listed: readonly string[],
  resolve?: typeof lookup,
): Promise<boolean> {
  const { plain, encrypted } = allowedAddresses(listed);
  const reach = ({ host, security }: MailServer) =>
    resolveAllowed(host, security === "plain" ? plain : encrypted, resolve);
  return Promise.all([reach(imap), reach(smtp)]).then(
    () => true,
    () => false,
  );
}

/** RFC 6186 and 8314: encrypted from the start, else with STARTTLS. A target of "." says that there is none. */
async function findInDns(dns: Dns, domain: string): Promise<MailServers | null> {
  const first = async (service: string, security: MailServer["security"]): Promise<MailServer | null> => {
    const found = await dns.resolveSrv(`${service}._tcp.${domain}`).catch(() => []);
    const [best] = found.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
    const host = best?.name.replace(/\.$/, "").toLowerCase() ?? "";
    return best && hostName.test(host) ? { host, port: best.port, security } : null;
  };
  const [imaps, imap, submissions, submission] = await Promise.all([
    first("_imaps", "tls"),
    first("_imap", "starttls"),
    first("_submissions", "tls"),
    first("_submission", "starttls"),
  ]);
  const [reading, sending] = [imaps ?? imap, submissions ?? submission];
  return reading && sending && { imap: reading, smtp: sending };
}

const securities: Record<string, MailServer["security"]> = { SSL: "tls", STARTTLS: "starttls", plain: "plain" };

/** The first usable servers of Thunderbird's configuration format; null: it names none. */
export function readConfig(xml: string, address: string): (MailServers & { user: string }) | null {
  const [local, domain] = [address.slice(0, address.lastIndexOf("@")), domainOf(address)];
  const fill = (text: string) =>
    text
      .trim()
      .replaceAll("%EMAILADDRESS%", address)
      .replaceAll("%EMAILLOCALPART%", local)
      .replaceAll("%EMAILDOMAIN%", domain);
  const found: Partial<Record<"imap" | "smtp", MailServer & { user: string }>> = {};
  let type = "";
  let fields: Record<string, string> = {};
  let text = "";
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    text = "";
    if (name === "incomingServer" || name === "outgoingServer") [type, fields] = [String(attributes["type"]), {}];
  });
  parser.on("text", (more) => void (text += more));
  parser.on("closetag", ({ name }) => {
    // Of several, the first is the best.
    fields[name] ??= fill(text);
    if (name !== "incomingServer" && name !== "outgoingServer") return;
    const kind = name === "incomingServer" ? "imap" : "smtp";
    const security = securities[fields["socketType"] ?? ""];
    const [host, port] = [(fields["hostname"] ?? "").toLowerCase(), Number(fields["port"])];
    const user = fields["username"] || address;
    const isUsable =
      type === kind && security && user.length <= 320 && hostName.test(host) && port > 0 && port < 65_536;
    if (isUsable) found[kind] ??= { host, port, security, user };
  });
  try {
    parser.write(xml).close();
  } catch {
    return null;
  }
  const { imap, smtp } = found;
  if (!imap || !smtp) return null;
  const server = ({ user: _user, ...rest }: MailServer & { user: string }) => rest;
  return { imap: server(imap), smtp: server(smtp), user: imap.user };
}
