import { z } from "zod";
import type { Connector } from "#connectors/connector.ts";
import type { ImapAccess } from "#connectors/imap/connection.ts";
import { findServers, type Places } from "#connectors/imap/discovery.ts";
import { openImapMailbox } from "#connectors/imap/mailbox.ts";
import { endSessions } from "#connectors/imap/sessions.ts";
import { type MailProvider, type MailServer, providerOf } from "#connectors/imap/servers.ts";
import type { MailboxKind } from "#connectors/mailbox.ts";

const address = z.string().trim().toLowerCase().pipe(z.email("Enter an email address"));
const host = (setting: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^[a-z0-9.:[\]-]+$/, `Enter the name of the ${setting} server`);
const port = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,4}$/, "A port is a number from 1 to 65535")
  .refine((text) => Number(text) < 65_536, "A port is a number from 1 to 65535");
const security = z.enum(["tls", "starttls", "plain"]);

const typed = z.strictObject({
  address,
  /** By default the address. */
  user: z.string().trim().max(320).optional(),
  password: z.string().min(1, "Enter the password"),
  imapHost: host("IMAP").optional(),
  imapPort: port.optional(),
  imapSecurity: security.optional(),
  smtpHost: host("SMTP").optional(),
  smtpPort: port.optional(),
  smtpSecurity: security.optional(),
  /** The sender's name. */
  name: z.string().trim().max(200).optional(),
  /** Further addresses whose mail arrives here, with commas between them. */
  aliases: z.string().max(500).optional(),
});

const ports = {
  imap: { tls: 993, starttls: 143, plain: 143 },
  smtp: { tls: 465, starttls: 587, plain: 25 },
} as const;

const flat = ({ imap, smtp }: { imap: MailServer; smtp: MailServer }) => ({
  imapHost: imap.host,
  imapPort: String(imap.port),
  imapSecurity: imap.security,
  smtpHost: smtp.host,
  smtpPort: String(smtp.port),
  smtpSecurity: smtp.security,
});

/** What is typed in, with what is known of the address and of protocols. */
const settings = typed.transform((given, ctx): Record<string, string> => {
  const provider = providerOf(given.address);
  const all: Record<string, string | undefined> = { ...(provider && flat(provider)), ...given };
  for (const kind of ["imap", "smtp"] as const) {
    if (!all[`${kind}Host`])
      ctx.addIssue({ code: "custom", path: [`${kind}Host`], message: `Enter the ${kind.toUpperCase()} server` });
    const isUpgraded = ["143", "587"].includes(all[`${kind}Port`] ?? "");
    const chosen = security.parse(all[`${kind}Security`] ?? (isUpgraded ? "starttls" : "tls"));
    all[`${kind}Security`] = chosen;
    all[`${kind}Port`] ??= String(ports[kind][chosen]);
  }
  const aliases = (given.aliases ?? "").split(/[\s,;]+/).filter(Boolean);
  if (!aliases.every((one) => address.safeParse(one).success))
    ctx.addIssue({ code: "custom", path: ["aliases"], message: "Separate further addresses with commas" });
  all["user"] ||= given.address;
  all["aliases"] = aliases.join(",").toLowerCase();
  return Object.fromEntries(Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined));
});

const serverIn = (given: Record<string, string>, kind: "imap" | "smtp"): MailServer => ({
  host: given[`${kind}Host`] ?? "",
  port: Number(given[`${kind}Port`]),
  security: security.parse(given[`${kind}Security`]),
});

/** Any mailbox by IMAP and SMTP with a password. */
export const imapMailboxes = (places: Places = {}): MailboxKind => ({
  id: "imap",
  name: "IMAP and SMTP",
  settings,
  stop: endSessions,
  async find(caller, http, asked) {
    const found = await findServers(caller, http, asked, places);
    const { provider = null } = found ?? {};
    return {
      provider: provider?.name ?? null,
      hint: provider?.hint ?? null,
      oauth: provider?.betterBy ?? (provider?.oauth ? provider.id : null),
      settings: found && !provider?.isOauthOnly ? { ...flat(found), user: found.user } : null,
    };
  },
  open(reach) {
    if (!("settings" in reach)) throw new Error("It is reached with settings.");
    const given = reach.settings;
    const aliases = (given["aliases"] ?? "").split(",").filter(Boolean);
    const access = {
      imap: serverIn(given, "imap"),
      smtp: serverIn(given, "smtp"),
      user: given["user"] ?? "",
      secret: given["password"] ?? "",
      isToken: false,
      account: { address: given["address"] ?? "", aliases, name: given["name"] || null },
    };
    return openImapMailbox(access, { privateAddresses: reach.privateAddresses });
  },
});

/** What to set when Microsoft or Google refuses tokens; `redirect` is there when a person just agreed. */
const explain =
  ({ name }: MailProvider): NonNullable<NonNullable<Connector["oauth"]>["explain"]> =>
  ({ error, redirect }) => {
    if (error === "redirect_uri_mismatch")
      return `${name} does not know the redirect address ${redirect ?? ""}. Add exactly that to the OAuth client.`;
    if (error === "invalid_client")
      return `${name} does not know this client ID with this secret, or the secret has expired. Copy both again.`;
    if (error === "unauthorized_client")
      return `${name} does not let this client sign people in. Register it as a web application for accounts of any organization.`;
    if (error === "invalid_scope")
      return `${name} does not allow this client the scopes for IMAP and SMTP. Add them to the client.`;
    if (error === "invalid_grant" && redirect === undefined)
      return `${name} ended the sign-in: access was removed, the password changed, or it was not used for too long. Connect the mailbox again.`;
    return undefined;
  };

/** A provider's mailboxes by the company's own OAuth client: what signs in, and what is opened with that. */
export function signedInMail(provider: MailProvider): { connector: Connector; kind: MailboxKind } | null {
  const { id, name, imap, smtp, keepsSent, oauth } = provider;
  if (!oauth) return null;
  const open = ({ credentials, token, privateAddresses }: Parameters<Connector["test"]>[1]) => {
    const user = credentials["address"] ?? "";
    const account = { address: user, aliases: [], name: null };
    const access: ImapAccess = { imap, smtp, user, secret: token, isToken: true };
    return openImapMailbox({ ...access, account, keepsSent: keepsSent ?? false }, { privateAddresses });
  };
  const connector: Connector = {
    id,
    name,
    agent: "CEO",
    page: "/mail",
    api: new URL("/", oauth.tokenUrl).href,
    credentials: z.strictObject({
      address,
      client_id: z.string().trim().min(1, "Enter the client ID").max(500),
      client_secret: z.string().trim().min(1, "Enter the client secret"),
    }),
    oauth: { ...oauth, clientAuth: "form", pkce: true, explain: explain(provider) },
    async test(_call, signIn) {
      const mailbox = open(signIn);
      try {
        for (const { run } of mailbox.checks ?? []) await run();
        const { address: found } = await mailbox.account();
        return { id: found, name: found };
      } finally {
        await mailbox.close();
      }
    },
  };
  const kind: MailboxKind = {
    id,
    name: `${name} (IMAP)`,
    settings: null,
    open(reach) {
      if (!("signIn" in reach)) throw new Error(`${name} is reached through its connection.`);
      return open(reach.signIn);
    },
  };
  return { connector, kind };
}
