import { expect, test } from "vitest";
import { plainText } from "#features/slack/words/blocks.ts";

test("a question is read without Slack's own signs", () => {
  for (const [written, read] of [
    ["<@UBOT> How much does Acme owe us?", "How much does Acme owe us?"],
    ["<@UBOT|boardroom>  @cfo what of A&amp;B &lt;Ltd&gt;?", "@cfo what of A&B <Ltd>?"],
    ["<!here> <@U2> see <#C1|sales> and <https://example.com/x|the page>", "see sales and the page"],
    ["<https://example.com/a?b=1>", "https://example.com/a?b=1"],
    ["<@UBOT>", ""],
    ["&amp;lt;", "&lt;"],
    ["<".repeat(9), "<".repeat(9)],
  ] as const)
    expect(plainText(written)).toBe(read);
});
