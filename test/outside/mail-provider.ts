import { imapMailboxes, signedInMail } from "#connectors/imap/kinds.ts";
import type { MailProvider } from "#connectors/imap/servers.ts";
import { type Dovecot, startDovecot } from "./dovecot.ts";
import { googleSignIn } from "./google-sign-in.ts";
import { openClock, openService } from "./service.ts";
import { openMailStandIn } from "./smtp/server.ts";

const scope = "https://mail.example/imap";

/** Servers of a mailbox in the format of Thunderbird's directory. */
const configOf = (imapPort: number, smtpPort: number, host = "127.0.0.1", socket = "plain") => {
  const server = (tag: string, type: string, port: number) =>
    `<${tag} type="${type}"><hostname>${host}</hostname><port>${port}</port><socketType>${socket}</socketType><username>%EMAILADDRESS%</username></${tag}>`;
  return `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="x">${server("incomingServer", "imap", imapPort)}${server("outgoingServer", "smtp", smtpPort)}</emailProvider></clientConfig>`;
};

/**
 * A provider of mail: Dovecot and an SMTP server that know its sign-in by OAuth (for addresses at acme.example), and
 * another pair with the password `secret` that only a directory knows (for addresses at town.example).
 */
export async function openMailProvider() {
  const clock = openClock();
  const signIn = googleSignIn(clock);
  const { userOf } = signIn;
  const smtp = await openMailStandIn({ userOf });
  const dovecot: Dovecot = await startDovecot({ submissionPort: smtp.port, userOf });
  const plainSmtp = await openMailStandIn();
  /** Where the product is, if not at its public address. */
  const settings = { reachedAt: null as string | null };
  const directory: Record<string, string> = { "town.example": configOf(dovecot.port, plainSmtp.port) };
  const service = await openService(
    (call) => {
      const domain = /^\/directory\/(.+)$/.exec(call.path)?.[1];
      const text = domain && directory[domain];
      if (domain) return text ? { body: text } : { status: 404 };
      const answer = signIn.serve(call) ?? { status: 404 };
      const { location } = answer.headers ?? {};
      if (!location || !settings.reachedAt) return answer;
      const { pathname, search } = new URL(location);
      return { ...answer, headers: { location: settings.reachedAt + pathname + search } };
    },
    { clock },
  );
  const server = (port: number) => ({ host: "127.0.0.1", port, security: "plain" as const });
  const provider: MailProvider = {
    id: "acme",
    name: "Acme Mail",
    domains: ["acme.example"],
    mx: [".mx.acme.example"],
    imap: server(dovecot.port),
    smtp: server(smtp.port),
    hint: "Sign in with Acme.",
    isOauthOnly: true,
    oauth: {
      authorizeUrl: `${service.url}/o/oauth2/v2/auth`,
      tokenUrl: `${service.url}/token`,
      revokeUrl: `${service.url}/revoke`,
      scopes: [scope],
      parameters: { access_type: "offline", prompt: "consent" },
    },
  };
  const signedIn = signedInMail(provider);
  if (!signedIn) throw new Error("It has no OAuth.");
  const dns = {
    resolveMx: async (domain: string) =>
      domain === "own.example" ? [{ exchange: "a.mx.acme.example", priority: 10 }] : [],
    resolveSrv: async () => [],
  };
  const places = { providers: [provider], dns, directory: `${service.url}/directory/`, ofDomain: () => [] };
  return {
    service,
    settings,
    signIn,
    clock,
    smtp,
    plainSmtp,
    dovecot,
    directory,
    connector: signedIn.connector,
    kinds: [imapMailboxes(places), signedIn.kind],
    async close() {
      await Promise.all([dovecot.stop(), smtp.close(), plainSmtp.close(), service.close()]);
    },
  };
}
