import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const watching = `
  import { registerHooks } from "node:module";
  const seen = [];
  registerHooks({ load: (url, context, next) => { if (url.includes("@ai-sdk")) seen.push(url); return next(url, context); } });
  const { openModels } = await import("#platform/model/models.ts");
  await import("#app/compose.ts");
  openModels({ allowsPrivate: false, timeout: 1000, rung: null }, () => undefined).close();
  console.log(seen.length);
  await import("@ai-sdk/openai");
  console.log(seen.length > 0);`;

test("the product loads no provider's package before the first call", () => {
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", watching], {
    cwd: root,
    encoding: "utf8",
  });
  expect(printed).toBe("0\ntrue\n");
});
