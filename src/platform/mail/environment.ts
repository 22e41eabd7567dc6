import { BlockList, isIP } from "node:net";

/** The mail server of the installation, and who its mails are from. */
export type MailConfig = {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). Otherwise STARTTLS is required, except on this machine. */
  isImplicitTls: boolean;
  isLoopback: boolean;
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
};

type Fault = (sentence: string, fallback: null) => null;

const serverSentence =
  "SMTP_URL must be an address such as smtps://user:password@mail.example.com or smtp://user:password@mail.example.com:587.";
const fromSentence = "MAIL_FROM must be an address such as boardroom@example.com or Boardroom <boardroom@example.com>.";

/** Null without mail; half a configuration is a fault. */
export function readMail(server: string | undefined, from: string | undefined, fault: Fault): MailConfig | null {
  if (server === undefined && from === undefined) return null;
  if (server === undefined || from === undefined)
    return fault("SMTP_URL and MAIL_FROM must be set together: set both, or neither.", null);
  const [parsed, sender] = [parseServer(server), parseSender(from)];
  if (!parsed) fault(serverSentence, null);
  if (!sender) fault(fromSentence, null);
  return parsed && sender ? { ...parsed, from: sender } : null;
}

function parseServer(text: string): Omit<MailConfig, "from"> | null {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "" || url.search !== "" || url.hash !== "")
    return null;
  if (url.pathname !== "" && url.pathname !== "/") return null;
  // A login has both parts or none.
  if ((url.username === "") !== (url.password === "") || url.port === "0") return null;
  try {
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const isImplicitTls = url.protocol === "smtps:";
    return {
      host,
      port: Number(url.port) || (isImplicitTls ? 465 : 587),
      isImplicitTls,
      isLoopback: isLoopback(host),
      login:
        url.username === ""
          ? null
          : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    };
  } catch {
    return null;
  }
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === "localhost" : loopback.check(host, family === 6 ? "ipv6" : "ipv4");
}

/** One mailbox: nothing that begins another header or another recipient. */
const mailbox = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

/** Whether a text is one address that can stand in a header and in an envelope. */
export const isMailbox = (address: string): boolean => address.length <= 255 && mailbox.test(address);

function parseSender(text: string): MailConfig["from"] | null {
  if (text.length > 400 || /\p{C}/u.test(text)) return null;
  const [, name = "", inBrackets] = /^([^<>"]*)<([^<>]*)>$/.exec(text) ?? [];
  const address = (inBrackets ?? text).trim();
  return isMailbox(address) ? { name: name.trim() || "Boardroom", address } : null;
}
