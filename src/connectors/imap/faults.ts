import { ConnectorFault } from "#connectors/fault.ts";
import { providerOf, type MailServer } from "#connectors/imap/servers.ts";
import { OutFault, safeWords } from "#platform/http-out/fault.ts";

type About = { server: MailServer; imapHost: string; setting: "IMAP" | "SMTP"; secret: string; isToken: boolean };
type Raw = Error & {
  code?: string;
  responseCode?: number;
  authenticationFailed?: boolean;
  responseText?: string;
  response?: unknown;
  serverResponseCode?: string;
};

const certificates = [
  [/ALTNAME|altnames/, "belongs to another name"],
  [/EXPIRED|has expired/, "has expired"],
  [/SELF_SIGNED|self.signed|UNABLE_TO_|unable to (?:verify|get)/, "is signed by no authority that is known here"],
] as const;

/** A fault of IMAP or SMTP as one sentence that names what to set. `isHandedOver`: a letter may have left. */
export function mailFault(error: unknown, about: About, isHandedOver = false): ConnectorFault {
  if (error instanceof ConnectorFault) return error;
  const { server, setting, secret, isToken, imapHost } = about;
  const { host, port } = server;
  const {
    code = "",
    responseCode,
    authenticationFailed,
    responseText,
    response,
    message,
    serverResponseCode,
  } = error as Raw;
  if (error instanceof OutFault)
    return error.kind === "blocked_address"
      ? new ConnectorFault("setup", `${message} Set another ${setting} host, or list it in PRIVATE_ADDRESSES.`)
      : new ConnectorFault("unavailable", `${message} Check the ${setting} host.`);
  const said = safeWords(responseText ?? (typeof response === "string" ? response : message), [secret]);
  if (isHandedOver && responseCode === undefined)
    return new ConnectorFault("lost", `${host} took the email and did not confirm it, so it may have been delivered.`);
  if (authenticationFailed || code === "EAUTH" || code === "EOAUTH2") {
    if (["UNAVAILABLE", "INUSE", "LIMIT"].includes(serverResponseCode ?? "") || (responseCode ?? 500) < 500)
      return new ConnectorFault("busy", `${host} cannot check the sign-in now: ${said}`);
    if ([500, 502, 503, 504].includes(responseCode ?? 0) || said.includes("5.7.139"))
      return new ConnectorFault(
        "setup",
        `${host} has sign-in for sending switched off. Turn on authenticated SMTP for this mailbox, or set another SMTP host and port.`,
      );
    if (isToken) return new ConnectorFault("expired", `${host} refused the access token. Connect the mailbox again.`);
    const hint =
      providerOf("", imapHost)?.hint ?? "Check the user and the password; many providers need an app password.";
    return new ConnectorFault("expired", `${host} refused the sign-in (${said}). ${hint}`);
  }
  const certificate = certificates.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
  if (certificate)
    return new ConnectorFault("setup", `The certificate of ${host}:${port} ${certificate}. Check the ${setting} host.`);
  if (/certificate|wrong version number|STARTTLS|upgrade/i.test(`${code} ${message}`) || code === "ETLS")
    return new ConnectorFault(
      "setup",
      `${host}:${port} does not encrypt the way it was asked to. Check the ${setting} port and encryption.`,
    );
  if (responseCode !== undefined)
    return responseCode >= 500
      ? new ConnectorFault("denied", `${host} refused the email: ${said}`)
      : new ConnectorFault("busy", `${host} asks to try again later: ${said}`);
  if (code === "ETHROTTLE") return new ConnectorFault("busy", `${host} asked to be called less often.`);
  if (serverResponseCode === "OVERQUOTA") return new ConnectorFault("denied", `The mailbox at ${host} is full.`);
  if (/^(Parser|Line|Literal|Response|TooMany|Unexpected|Missing|Invalid)/.test(code))
    return new ConnectorFault(
      "unavailable",
      `${host}:${port} sent an answer that is not ${setting}. Check the ${setting} host and port.`,
    );
  if (`${code} ${message}`.includes("ECONNREFUSED"))
    return new ConnectorFault("unavailable", `${host} has port ${port} closed. Check the ${setting} host and port.`);
  return new ConnectorFault("unavailable", `${host}:${port} does not answer. Check the ${setting} host and port.`);
}
