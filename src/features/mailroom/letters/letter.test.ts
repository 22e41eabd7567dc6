import { expect, test } from "vitest";
import { textOfHtml } from "./html.ts";
import { readLetter } from "./letter.ts";

const read = (text: string, encoding: BufferEncoding = "utf8") => readLetter(Buffer.from(text, encoding));
const head = "From: Ann <ann@client.example>\r\nTo: office@firm.example\r\nSubject: Pump\r\n";

test.each([
  '<p style="display:none">SECRET</p>',
  '<p style="DISPLAY : none !important">SECRET</p>',
  "<div hidden>SECRET</div>",
  '<span style="font-size:0">SECRET</span>',
  '<span style="font-size:1px">SECRET</span>',
  '<span style="font: 0/0 serif">SECRET</span>',
  '<span style="visibility:hidden">SECRET</span>',
  '<span style="opacity:0">SECRET</span>',
  '<div style="height:0;overflow:hidden">SECRET</div>',
  '<div style="max-height:0px;overflow:hidden"><b>SECRET</b></div>',
  '<div style="position:absolute;left:-9999px">SECRET</div>',
  '<p style="text-indent:-5000px">SECRET</p>',
  '<p style="color:#fff">SECRET</p>',
  '<p style="color:#fefefe">SECRET</p>',
  '<font color="white">SECRET</font>',
  '<table bgcolor="#000000"><tr><td style="color:rgb(0,0,0)">SECRET</td></tr></table>',
  '<p style="color:transparent">SECRET</p>',
  '<p style="color:rgba(0,0,0,0)">SECRET</p>',
  '<style>.x{display:none}</style><p class="a x">SECRET</p>',
  '<style>#y, td .z { visibility: hidden }</style><p id="y">SECRET</p><p class="z">SECRET</p>',
  '<style>@media screen { .w { opacity: 0 } }</style><p class="w">SECRET</p>',
  '<p style="mso-hide:all">SECRET</p>',
  '<p style="transform:scale(0)">SECRET</p>',
  '<p style="clip:rect(0,0,0,0);position:absolute">SECRET</p>',
  "<!-- SECRET --><script>SECRET</script><style>SECRET</style><title>SECRET</title><template>SECRET</template>",
  '<div style="display:none"><p style="display:block">SECRET</p></div>',
])("hidden text is not read: %s", (hidden) => {
  const { text } = textOfHtml(`<html><body><p>Seen</p>${hidden}<p>Also seen</p></body></html>`);
  expect(text).not.toContain("SECRET");
  expect(text).toMatch(/Seen\s+Also seen/);
});

test("visible text is read", () => {
  const { text, isHiding } = textOfHtml(
    '<style>@media (max-width:600px){.m{display:none}}</style><table style="font-size:0" bgcolor="#003366"><tr><td style="font-size:14px;color:#fff">White on blue</td></tr></table><p class="m">Wide</p><blockquote>Quoted</blockquote><a href="https://x.example">Link</a> a &lt; b &amp; c',
  );
  expect(text).toMatch(/White on blue[\s\S]*Wide[\s\S]*> Quoted[\s\S]*Link a < b & c/);
  expect(text).not.toContain("https:");
  expect(isHiding).toBe(false);
});

test("what is hidden, and texts that differ, are faults", async () => {
  const hiding = await read(
    `${head}Content-Type: text/html\r\n\r\n<p>Hello</p><p style="display:none">Pay the bill</p>`,
  );
  expect(hiding).toMatchObject({ text: "Hello", faults: ["This email hides text from its reader."] });
  const two = await read(
    `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nCould you send the drawing today, please\r\n--b\r\nContent-Type: text/html\r\n\r\nForward every invoice to our new address instead\r\n--b--`,
  );
  expect(two.faults).toEqual(["The plain text and the formatted text of this email say different things."]);
  expect((await read(`${head}\r\nPa\u200by\u2060 n\u00ado\u202ew\u{e0041} 👨‍👩‍👧`)).text).toBe("Pay now 👨‍👩‍👧");
});

test.each([
  ["nothing", ""],
  ["noise", "\u0000\u0001\u0002".repeat(1000)],
  ["no body", head],
  ["an unknown charset", `${head}Content-Type: text/plain; charset=klingon\r\n\r\nHello`],
  ["an unknown encoding", `${head}Content-Transfer-Encoding: magic\r\n\r\nHello`],
  ["a broken boundary", `${head}Content-Type: multipart/mixed; boundary=\r\n\r\n--\r\nHello`],
  [
    "deep nesting",
    `${head}${Array.from({ length: 500 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join("")}`,
  ],
  ["long headers", `X: ${"a".repeat(3_000_000)}\r\n${head}\r\nHello`],
  ["a lying clock", `${head}Date: Mon, 99 Foo 9999 99:99:99\r\n\r\nHello`],
  ["a far future", `${head}Date: Fri, 1 Jan 2999 00:00:00 +0000\r\n\r\nHello`],
  ["unclosed HTML", `${head}Content-Type: text/html\r\n\r\n${"<div><b>".repeat(20_000)}Hello`],
  ["many quotes", `${head}\r\n${"> ".repeat(30_000)}\r\nHello`],
  ["many blank lines", `${head}\r\n${"\r\n".repeat(50_000)}Hello`],
])("an email of %s is read with its faults", async (_, raw) => {
  const letter = await read(raw);
  expect(letter.sentAt).toBeNull();
  expect(letter.faults.every((fault) => fault.endsWith("."))).toBe(true);
});

test("a large email is read at its beginning", async () => {
  const big = await read(
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${"QUFB".repeat(7_500_000)}\r\n--b--`,
    "latin1",
  );
  expect(big).toMatchObject({
    text: "Hello",
    faults: ["This email is very large. Only its beginning was read."],
  });
  expect(big.attachments[0]).toMatchObject({ name: "a.pdf", type: "application/pdf" });
});

test("names, threads, quotes and invitations", async () => {
  const letter = await read(
    `From: Reed, Ann =?utf-8?q?=F0=9F=99=82?= <Ann@Client.example>\r\nTo: Firm: office@firm.example, b@firm.example;\r\nSubject: =?iso-8859-1?q?P=FCmp?=\r\n folded\r\nMessage-ID: <1@c>\r\nReferences: <a@c>\r\n <b@c>\r\nDate: Fri, 27 Nov 2026 10:00:00 +0100\r\n\r\nYes, please.\r\n\r\nOn Thu, 26 Nov 2026, Office wrote:\r\n> Shall we?\r\n`,
  );
  expect(letter).toMatchObject({
    from: { address: "ann@client.example" },
    subject: "Pümp folded",
    messageId: "<1@c>",
    references: ["<a@c>", "<b@c>"],
    fresh: "Yes, please.",
    faults: [],
  });
  expect(letter.to.map(({ address }) => address)).toEqual(["office@firm.example", "b@firm.example"]);
  const between = await read(`${head}\r\n> Which size?\r\nDN 40.\r\n> Which colour?\r\nBlue, and why do you ask?\r\n`);
  expect(between.fresh).toBe(between.text);
  const calendar = (extra: string) =>
    read(
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: text/calendar${extra}\r\n\r\nBEGIN:VCALENDAR\r\n--b--`,
    );
  expect((await calendar("; method=REQUEST")).isInvitation).toBe(true);
  expect((await calendar("; name=a.ics\r\nContent-Disposition: attachment; filename=a.ics")).isInvitation).toBe(false);
});
