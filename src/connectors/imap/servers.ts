import type { OAuthService } from "#connectors/oauth.ts";

/** How a connection is encrypted. `plain` reaches listed private addresses only. */
export type MailServer = { host: string; port: number; security: "tls" | "starttls" | "plain" };
export type MailServers = { imap: MailServer; smtp: MailServer };

const tls = (host: string, port: number): MailServer => ({ host, port, security: "tls" });
const starttls = (host: string): MailServer => ({ host, port: 587, security: "starttls" });

/** A provider whose servers are known. `hint`: what its users most often miss when it refuses them. */
export type MailProvider = MailServers & {
  id: string;
  name: string;
  domains: readonly string[];
  /** What the names of its servers for incoming mail end with, for domains of customers. */
  mx?: readonly string[];
  hint: string;
  /** The server keeps sent mail itself. */
  keepsSent?: true;
  /** The kind of mailbox that reaches it better than IMAP does. */
  betterBy?: string;
  /** It takes no passwords. */
  isOauthOnly?: true;
  oauth?: Pick<OAuthService, "authorizeUrl" | "tokenUrl" | "revokeUrl" | "scopes" | "parameters">;
};

const appPassword = "Create an app password in your account's security settings and use it here.";

export const mailProviders: readonly MailProvider[] = [
  {
    id: "microsoft365",
    name: "Microsoft 365",
    domains: ["outlook.com", "hotmail.com", "live.com", "msn.com"],
    mx: [".mail.protection.outlook.com", ".mx.microsoft", ".olc.protection.outlook.com"],
    imap: tls("outlook.office365.com", 993),
    smtp: starttls("smtp.office365.com"),
    hint: "Microsoft has switched off passwords for IMAP. Sign in with Microsoft, with the scopes IMAP.AccessAsUser.All and SMTP.Send, and allow authenticated SMTP for this mailbox.",
    keepsSent: true,
    isOauthOnly: true,
    oauth: {
      authorizeUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
      tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
      revokeUrl: null,
      scopes: [
        "offline_access",
        "https://outlook.office.com/IMAP.AccessAsUser.All",
        "https://outlook.office.com/SMTP.Send",
      ],
    },
  },
  {
    id: "google",
    name: "Google",
    domains: ["gmail.com", "googlemail.com"],
    mx: [".google.com", ".googlemail.com"],
    betterBy: "gmail",
    imap: tls("imap.gmail.com", 993),
    smtp: tls("smtp.gmail.com", 465),
    hint: "Google needs an app password (2-step verification must be on), or sign-in with the scope https://mail.google.com/.",
    keepsSent: true,
    oauth: {
      authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
      tokenUrl: "https://oauth2.googleapis.com/token",
      revokeUrl: "https://oauth2.googleapis.com/revoke",
      scopes: ["https://mail.google.com/"],
      // Without asking anew, Google gives no refresh token the second time.
      parameters: { access_type: "offline", prompt: "consent" },
    },
  },
  {
    id: "icloud",
    name: "iCloud",
    domains: ["icloud.com", "me.com", "mac.com"],
    mx: [".mail.icloud.com"],
    imap: tls("imap.mail.me.com", 993),
    smtp: starttls("smtp.mail.me.com"),
    hint: appPassword,
  },
  {
    id: "yahoo",
    name: "Yahoo",
    domains: ["yahoo.com", "ymail.com", "yahoo.co.uk", "yahoo.de", "yahoo.fr"],
    mx: [".yahoodns.net"],
    imap: tls("imap.mail.yahoo.com", 993),
    smtp: tls("smtp.mail.yahoo.com", 465),
    hint: appPassword,
  },
  {
    id: "fastmail",
    name: "Fastmail",
    domains: ["fastmail.com", "fastmail.fm"],
    mx: [".messagingengine.com"],
    imap: tls("imap.fastmail.com", 993),
    smtp: tls("smtp.fastmail.com", 465),
    hint: appPassword,
  },
];

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** The provider of an address, or of an IMAP host; null if it is unknown. */
export const providerOf = (address: string, host?: string): MailProvider | null =>
  mailProviders.find((one) =>
    host === undefined ? one.domains.includes(domainOf(address)) : one.imap.host === host.toLowerCase(),
  ) ?? null;
