import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** A mail as the server got it. */
export type Received = {
  from: string;
  to: string[];
  user: string | null;
  isEncrypted: boolean;
  raw: string;
  mail: Email;
};

/** What the server does with a mail: takes it, refuses a step with a code, or says nothing after it. */
export type Behaviour =
  | { kind: "take" }
  | { kind: "refuse"; at: "login" | "from" | "to" | "data"; code: number; text?: string }
  /** Reads the whole mail and never answers. */
  | { kind: "silence" }
  /** Reads the whole mail and ends the connection. */
  | { kind: "hang up" };

export type MailStandIn = {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** Every mail read to its end, in order, whatever the answer was. */
  journal: readonly Received[];
  /** How often somebody connected. */
  connections(): number;
  /** A function decides for each mail that was read to its end. */
  behave(next: Behaviour | ((mail: Received) => Behaviour)): void;
  /** The mails to an address that the server took. */
  takenFor(address: string): Received[];
  close(): Promise<void>;
};

type Options = {
  tls?: "starttls" | "implicit";
  certificate?: { cert: string; key: string };
  login?: string;
  /** Whose access token it is; without it no token signs in. */
  userOf?: (token: string) => string | undefined;
  /** Offers no sign-in. */
  offersNoSignIn?: boolean;
};

/** A mail server over real TCP; with `tls` it has a self-signed certificate. */
export async function openMailStandIn({
  tls,
  certificate,
  login,
  userOf,
  offersNoSignIn = false,
}: Options = {}): Promise<MailStandIn> {
  const journal: Received[] = [];
  const taken = new Set<Received>();
  let behaviour: Behaviour | ((mail: Received) => Behaviour) = { kind: "take" };
  let connections = 0;
  const refusal = (at: string, now = behaviour): Error | null => {
    if (typeof now === "function" || now.kind !== "refuse" || now.at !== at) return null;
    return Object.assign(new Error(now.text ?? "Refused by the test"), { responseCode: now.code });
  };
  async function answer(raw: string, session: SMTPServerSession, done: (fault?: Error | null) => void): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    const received: Received = {
      from: mailFrom ? mailFrom.address : "",
      to: rcptTo.map(({ address }) => address),
      user: (session.user as string | undefined) ?? null,
      isEncrypted: session.secure,
      raw,
      mail: await PostalMime.parse(raw),
    };
    const now = typeof behaviour === "function" ? behaviour(received) : behaviour;
    // What is refused after it was read has not arrived.
    if (typeof behaviour !== "function" || now.kind !== "refuse") journal.push(received);
    if (now.kind === "silence") return;
    if (now.kind === "hang up") return typeof behaviour === "function" ? drop(session) : dropAll();
    const fault = refusal("data", now);
    if (!fault) taken.add(received);
    done(fault);
  }
  const server = new SMTPServer({
    hideSTARTTLS: tls === undefined,
    secure: tls === "implicit",
    ...certificate,
    authOptional: login === undefined && !userOf,
    authMethods: ["PLAIN", "LOGIN", ...(userOf ? ["XOAUTH2"] : [])],
    disabledCommands: offersNoSignIn ? ["AUTH"] : [],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth({ username, password, accessToken }, _session, done) {
      if (userOf && (accessToken === undefined || userOf(accessToken) !== username)) {
        // The reason of RFC 7628, then the refusal.
        return done(null, { data: { status: "401", schemes: "bearer" } } as never);
      }
      const isRight = login === undefined || `${username}:${password}` === login;
      const fault = refusal("login") ?? (isRight ? null : new Error("Invalid username or password"));
      done(fault, fault ? undefined : { user: username ?? "" });
    },
    onMailFrom: (_address, _session, done) => done(refusal("from")),
    onRcptTo: (_address, _session, done) => done(refusal("to")),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void answer(Buffer.concat(chunks).toString(), session, done);
      });
    },
  });
  type Open = { session?: SMTPServerSession; _socket: { destroy(): void } };
  const drop = ({ id }: SMTPServerSession): void => {
    for (const one of server.connections as unknown as Set<Open>) if (one.session?.id === id) one._socket.destroy();
  };
  const dropAll = (): void => {
    for (const connection of server.connections as unknown as Set<{ _socket: { destroy(): void } }>)
      connection._socket.destroy();
  };
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const at = (server.server.address() as AddressInfo).port;
  const credentials = login ? `${login.split(":").map(encodeURIComponent).join(":")}@` : "";
  return {
    url: `smtp${tls === "implicit" ? "s" : ""}://${credentials}127.0.0.1:${at}`,
    port: at,
    journal,
    connections: () => connections,
    behave(next) {
      behaviour = next;
    },
    takenFor: (address) =>
      journal.filter((one) => taken.has(one) && one.to.some((to) => to.toLowerCase() === address.toLowerCase())),
    async close() {
      dropAll();
      await Promise.race([new Promise<void>((resolve) => server.close(resolve)), sleep(2_000)]);
    },
  };
}
