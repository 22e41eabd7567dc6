import { describe, expect, test } from "vitest";
import { hideSecrets, Redaction } from "#platform/model/redaction.ts";

describe("secrets never leave", () => {
  test.each([
    ["a card number", "Card 4111 1111 1111 1111, please", "Card [card], please"],
    ["an account number", "to GB29 NWBK 6016 1331 9268 19.", "to [iban]."],
    ["an account number without spaces", "FR1420041010050500013M02606", "[iban]"],
    ["a provider's key", "use sk-proj-4f9aQ2mZk8Lw0Rt6Yx1B now", "use [secret] now"],
    ["a token of GitHub", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "[secret]"],
    ["a key of AWS", "AKIAIOSFODNN7EXAMPLE1", "[secret]"],
    ["a web token", `Bearer eyJhbGciOiJIUzI1NiJ9.${"a".repeat(40)}.${"b".repeat(43)}`, "Bearer [secret]"],
    ["a password beside its name", 'password: "hunter2hunter2"', 'password: "[secret]"'],
    ["a private key", `-----BEGIN RSA PRIVATE KEY-----\n${"A".repeat(64)}\n-----END RSA PRIVATE KEY-----`, "[secret]"],
  ])("%s", (_name, text, hidden) => {
    expect(hideSecrets(text)).toBe(hidden);
  });

  test.each([
    "Invoice 4111 1111 1111 1112 over £26,825.00",
    "Orders: 1234567890123 on 2026-11-22 at 14:05:10",
    "GB29 NWBK 6016 1331 9268 18 is no account",
    "Revenue 1,234,567.89; 41% up; INV-2026-000123; 00000000-0000-4000-8000-000000000000",
    "The token budget is 5 USD and the secret is patience",
    "data-b4111111111111111d92b2ef",
    "9f4111111111111111",
    "4111111111111111a7",
  ])("but not what only looks alike: %s", (text) => {
    expect(hideSecrets(text)).toBe(text);
  });
});

describe("personal details", () => {
  const text =
    "ann.o'hara@acme.example, +44 20 7946 0958, (555) 010-4477, 030 / 901820, 2026-11-22, 01/12/2026, 1,234,567";

  test("are hidden where the company says so", () => {
    expect(new Redaction({ personal: true }).hide(text)).toMatch(
      /^ann\.o'\[email-\d\], \[phone-\d\], \[phone-\d\], \[phone-\d\], 2026-11-22, 01\/12\/2026, 1,234,567$/,
    );
    expect(new Redaction({ personal: false }).hide(text)).toBe(text);
  });
});

describe("what was hidden comes back", () => {
  test("the same for the same text, and only what was hidden", () => {
    const redaction = new Redaction({ personal: true });
    const text = "a@b.example and c@d.example and a@b.example, [email-7] as typed";
    const hidden = redaction.hide(text);
    expect(hidden).toBe("[email-2] and [email-3] and [email-2], [email-1] as typed");
    expect(redaction.restore(hidden)).toBe(text);
    expect(redaction.restore("[email-99] was invented")).toBe("[email-99] was invented");
    expect(redaction.restoreIn({ to: ["[email-2]", 5, null] })).toEqual({ to: ["a@b.example", 5, null] });
  });

  test("in a stream cut anywhere", () => {
    const redaction = new Redaction({ personal: true });
    const hidden = redaction.hide("Write to ann@acme.example [now] at once");
    for (let at = 0; at <= hidden.length; at += 1) {
      const pieces: string[] = [];
      const stream = redaction.stream((piece) => pieces.push(piece));
      stream.add(hidden.slice(0, at));
      stream.add(hidden.slice(at));
      stream.end();
      expect(pieces.join("")).toBe("Write to ann@acme.example [now] at once");
    }
  });
});
