import { describe, expect, test } from "vitest";
import { line, nameInMail } from "#contract/letter.ts";
import { type MailConfig, readMail } from "#platform/mail/environment.ts";
import { outcomeOf } from "#platform/mail/outcome.ts";
import { renderLetter } from "#platform/mail/render.ts";

function read(server?: string, from?: string): { config: MailConfig | null; faults: string[] } {
  const faults: string[] = [];
  const fault = (sentence: string): null => {
    faults.push(sentence);
    return null;
  };
  return { config: readMail(server, from, fault), faults };
}

describe("SMTP_URL and MAIL_FROM", () => {
  const from = "boardroom@example.com";

  test("both or neither", () => {
    expect(read()).toEqual({ config: null, faults: [] });
    const half = "SMTP_URL and MAIL_FROM must be set together: set both, or neither.";
    expect(read("smtp://mail.example.com").faults).toEqual([half]);
    expect(read(undefined, from).faults).toEqual([half]);
    expect(read("nonsense", "nonsense").faults).toHaveLength(2);
  });

  test("ports, credentials and this machine", () => {
    expect(read("smtps://ann%40example.com:p%3Aw@mail.example.com", from).config).toEqual({
      host: "mail.example.com",
      port: 465,
      isImplicitTls: true,
      isLoopback: false,
      login: { user: "ann@example.com", password: "p:w" },
      from: { name: "Boardroom", address: from },
    });
    expect(read("smtp://mail.example.com", from).config).toMatchObject({
      port: 587,
      isImplicitTls: false,
      login: null,
    });
    for (const host of ["localhost", "127.0.0.1", "127.8.9.1", "[::1]"])
      expect(read(`smtp://${host}:25`, from).config).toMatchObject({ port: 25, isLoopback: true });
    for (const host of ["localhost.example.com", "10.0.0.1", "[::2]", "128.0.0.1"])
      expect(read(`smtp://${host}`, from).config?.isLoopback).toBe(false);
  });

  test.each([
    ["https://mail.example.com"],
    ["smtp://"],
    ["smtp://mail.example.com:0"],
    ["smtp://mail.example.com/?pool=true"],
    ["smtp://mail.example.com/path"],
    ["smtp://user@mail.example.com"],
    ["smtp://u:%zz@mail.example.com"],
  ])("%s is refused", (server) => expect(read(server, from).faults).toHaveLength(1));

  test.each([
    ["boardroom@example.com", { name: "Boardroom", address: "boardroom@example.com" }],
    ["Hartley & Finch <no-reply@example.com>", { name: "Hartley & Finch", address: "no-reply@example.com" }],
    ["a@example.com, b@example.com", null],
    ["A <a@example.com>\r\nBcc: b@example.com", null],
    ["Boardroom", null],
    ["<>", null],
  ])("MAIL_FROM %s", (given, wanted) =>
    expect(read("smtp://mail.example.com", given).config?.from ?? null).toEqual(wanted),
  );
});

describe("a letter", () => {
  const publicUrl = new URL("https://boardroom.example");

  test("names in it are one short line that makes no link", () => {
    expect(nameInMail("Ann\r\nBcc: x@evil.example \u202e")).toBe("Ann Bcc: x@\u200bevil.\u200bexample");
    expect(nameInMail("Hartley & Finch Ltd.")).toBe("Hartley & Finch Ltd.");
    expect(nameInMail("x".repeat(200))).toHaveLength(80);
    expect(line`${"www.evil.example"} and ${"b"}.`).toBe("www.\u200bevil.\u200bexample and b.");
  });

  test("has a text and an HTML part with the same words, escaped, and says when it is a repetition", () => {
    const letter = {
      subject: "One\r\nX: two",
      paragraphs: ['<img src=x onerror="alert(1)"> & more'],
      action: { label: "Open", path: "/join#token" },
      note: "Small print",
    };
    const { subject, text, html } = renderLetter(letter, publicUrl, false);
    expect(subject).toBe("One X: two");
    expect(text).toContain("Open:\nhttps://boardroom.example/join#token\n");
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more");
    expect(html).toContain('href="https://boardroom.example/join#token"');
    const again = renderLetter(letter, publicUrl, true);
    for (const part of [again.text, again.html]) expect(part).toContain("sent a second time");
    expect(text).not.toContain("second time");
  });
});

test.each([
  [{ code: "ESOCKET", command: "CONN" }, false, "later", "unreachable"],
  [{ code: "EDNS", command: "CONN" }, false, "later", "unreachable"],
  [{ code: "ESOCKET", command: "CONN", message: "self-signed certificate" }, false, "later", "tls"],
  [{ code: "ETLS", command: "STARTTLS", responseCode: 502 }, false, "later", "tls"],
  [{ code: "EAUTH", command: "AUTH PLAIN", responseCode: 535 }, false, "later", "login"],
  [{ code: "EENVELOPE", command: "MAIL FROM", responseCode: 550 }, false, "later", "sender"],
  [{ code: "EENVELOPE", command: "RCPT TO", responseCode: 550 }, false, "refused", "recipient"],
  [{ code: "EENVELOPE", command: "RCPT TO", responseCode: 450 }, false, "later", "busy"],
  [{ code: "EMESSAGE", command: "DATA", responseCode: 554 }, true, "refused", "content"],
  [{ code: "EMESSAGE", command: "DATA", responseCode: 451 }, true, "later", "busy"],
  [{ code: "ECONNECTION", command: "CONN" }, true, "unknown", "silent"],
  [{ code: "ETIMEDOUT", command: "CONN" }, true, "unknown", "silent"],
])("%j, handed over: %s, means %s, %s", (error, isHandedOver, kind, failure) =>
  expect(outcomeOf(error, isHandedOver)).toMatchObject({ kind, failure }),
);
