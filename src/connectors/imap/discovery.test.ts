import type { lookup } from "node:dns";
import { expect, test } from "vitest";
import { findServers, readConfig } from "#connectors/imap/discovery.ts";

const server = (tag: string, type: string, host: string, port: number, socket: string, user = "%EMAILADDRESS%") =>
  `<${tag} type="${type}"><hostname>${host}</hostname><port>${port}</port><socketType>${socket}</socketType><username>${user}</username><authentication>password-cleartext</authentication></${tag}>`;
const config = (...servers: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><clientConfig version="1.1"><emailProvider id="x"><domain>x</domain>${servers.join("")}</emailProvider></clientConfig>`;
const imap = server("incomingServer", "imap", "imap.Shop.example", 993, "SSL");
const smtp = server("outgoingServer", "smtp", "smtp.shop.example", 587, "STARTTLS");

test("a configuration gives its first usable servers, with the user filled in", () => {
  const pop = server("incomingServer", "pop3", "pop.shop.example", 995, "SSL");
  const second = server("incomingServer", "imap", "other.shop.example", 143, "STARTTLS");
  expect(readConfig(config(pop, imap, second, smtp), "Kim@shop.example")).toEqual({
    imap: { host: "imap.shop.example", port: 993, security: "tls" },
    smtp: { host: "smtp.shop.example", port: 587, security: "starttls" },
    user: "Kim@shop.example",
  });
  const local = server("incomingServer", "imap", "imap.%EMAILDOMAIN%", 143, "STARTTLS", "%EMAILLOCALPART%");
  expect(readConfig(config(local, smtp), "kim@shop.example")).toMatchObject({
    imap: { host: "imap.shop.example", port: 143, security: "starttls" },
    user: "kim",
  });
});

test.each([
  ["nothing", ""],
  ["a web page", "<!doctype html><html><body><p>Not found<br></body></html>"],
  ["half of it", config(imap, smtp).slice(0, 200)],
  ["no server for sending", config(imap)],
  ["a port that is none", config(server("incomingServer", "imap", "imap.shop.example", 70_000, "SSL"), smtp)],
  ["a host that is none", config(server("incomingServer", "imap", "imap shop/../x", 993, "SSL"), smtp)],
  [
    "a user without end",
    config(server("incomingServer", "imap", "imap.shop.example", 993, "SSL", "x".repeat(321)), smtp),
  ],
  ["an encryption nobody knows", config(server("incomingServer", "imap", "imap.shop.example", 993, "magic"), smtp)],
  [
    "entities of its own",
    `<!DOCTYPE x [<!ENTITY a "imap.shop.example">]>${config(imap.replace("imap.Shop", "&a;"), smtp)}`,
  ],
])("of %s nothing is taken", (_what, xml) => {
  expect(readConfig(xml, "kim@shop.example")).toBeNull();
});

const none = { resolveMx: async () => [], resolveSrv: async () => [] };
const answers = (pages: Record<string, string>) => {
  const asked: string[] = [];
  const call = async (_caller: object, { url }: { url: string | URL }) => {
    asked.push(String(url));
    const body = Buffer.from(pages[String(url)] ?? "");
    return {
      status: body.length > 0 ? 200 : 404,
      body,
      headers: new Headers(),
      isTruncated: false,
      retryAfterMs: null,
      ms: 1,
    };
  };
  return { http: { call, privateAddresses: ["127.0.0.1"] }, asked };
};
const local = (port: number) =>
  config(
    server("incomingServer", "imap", "127.0.0.1", port, "plain"),
    server("outgoingServer", "smtp", "127.0.0.1", port, "plain"),
  );
const resolve = ((host: string, _options: unknown, done: (error: Error | null, found: object[]) => void) =>
  host.startsWith("inside.")
    ? done(null, [{ address: "10.0.0.7" }])
    : host.startsWith("gone.")
      ? done(new Error("ENOTFOUND"), [])
      : done(null, [{ address: "9.9.9.9" }])) as unknown as typeof lookup;
const portOf = async (pages: Record<string, string>, dns: object = {}) =>
  (await findServers({ company: "x" }, answers(pages).http, "kim@shop.example", { dns: { ...none, ...dns }, resolve }))
    ?.imap;

test("a known provider is asked nothing; its customers' domains are told by where their mail arrives", async () => {
  const { http, asked } = answers({});
  expect(await findServers({ company: "x" }, http, "kim@Outlook.com", { dns: none })).toMatchObject({
    provider: { id: "microsoft365" },
  });
  expect(asked).toEqual([]);
  const mx = (exchange: string) => ({ resolveMx: async () => [{ exchange, priority: 1 }] });
  const providerBehind = async (exchange: string) =>
    (await findServers({ company: "x" }, http, "kim@shop.example", { dns: { ...none, ...mx(exchange) } }))?.provider
      ?.id;
  expect(await providerBehind("shop-example.mail.protection.outlook.com")).toBe("microsoft365");
  expect(await providerBehind("ASPMX.L.GOOGLE.COM")).toBe("google");
  expect(await providerBehind("in1-smtp.messagingengine.com")).toBe("fastmail");
  expect(await providerBehind("mail.evil-google.com")).toBeUndefined();
});

test("what the domain says wins over DNS, and DNS over the directory", async () => {
  const own = "https://autoconfig.shop.example/mail/config-v1.1.xml";
  const known = "https://shop.example/.well-known/autoconfig/mail/config-v1.1.xml";
  const directory = "https://autoconfig.thunderbird.net/v1.1/shop.example";
  const pages = { [own]: local(1), [known]: local(2), [directory]: local(4) };
  expect((await portOf(pages))?.port).toBe(1);
  expect((await portOf({ ...pages, [own]: "broken" }))?.port).toBe(2);
  expect((await portOf({ [directory]: local(4) }))?.port).toBe(4);
  expect(await portOf({})).toBeUndefined();
  const { http, asked } = answers(pages);
  await findServers({ company: "x" }, http, "kim.secret@shop.example", { dns: none });
  expect(asked.join(" ")).not.toContain("kim");
});

test("records in DNS are taken by priority, and one that says there is none counts as none", async () => {
  const at = (name: string, port: number, priority = 1) => ({ name, port, priority, weight: 1 });
  const srv = (records: Record<string, object[]>) => ({
    resolveSrv: async (name: string) => records[name.replace("._tcp.shop.example", "")] ?? [],
  });
  const sending = { _submission: [at("smtp.shop.example.", 587)] };
  const both = {
    _imaps: [at("late.shop.example", 2, 5), at("imap.shop.example", 993)],
    _imap: [at("old.shop.example", 143)],
  };
  expect(await portOf({}, srv({ ...both, ...sending }))).toEqual({
    host: "imap.shop.example",
    port: 993,
    security: "tls",
  });
  expect(await portOf({}, srv({ _imap: [at("old.shop.example", 143)], ...sending }))).toMatchObject({
    security: "starttls",
  });
  expect(await portOf({}, srv({ ...both, _submission: [at(".", 0)] }))).toBeUndefined();
  expect(await portOf({}, srv({ _imaps: [at("inside.shop.example", 993)], ...sending }))).toBeUndefined();
  expect(await portOf({}, srv({ _imaps: [at("gone.shop.example", 993)], ...sending }))).toBeUndefined();
});

test("a private address that is not listed is never offered", async () => {
  const directory = "https://autoconfig.thunderbird.net/v1.1/shop.example";
  const inside = (host: string, socket: string) =>
    config(server("incomingServer", "imap", host, 993, socket), server("outgoingServer", "smtp", host, 465, socket));
  expect(await portOf({ [directory]: inside("10.1.2.3", "SSL") })).toBeUndefined();
  expect(await portOf({ [directory]: inside("169.254.169.254", "plain") })).toBeUndefined();
  // Nor an address outside without encryption.
  expect(await portOf({ [directory]: inside("9.9.9.9", "plain") })).toBeUndefined();
  expect((await portOf({ [directory]: inside("9.9.9.9", "SSL") }))?.host).toBe("9.9.9.9");
  expect((await portOf({ [directory]: inside("127.0.0.1", "SSL") }))?.host).toBe("127.0.0.1");
});

test.each(["kim@localhost", "kim@[127.0.0.1]", "kim@shop_x.example", "kim@shop.example/..", "kim@"])(
  "of %s nothing is asked",
  async (address) => {
    const { http, asked } = answers({});
    expect(await findServers({ company: "x" }, http, address, { dns: none })).toBeNull();
    expect(asked).toEqual([]);
  },
);
