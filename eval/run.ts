// `npm run eval [-- --skill <name> --only <n> --seed <n> --json <file>]`: scores the kept cases of every skill by rules
// and, if AI_PROVIDER names one, by that language model. See eval/README.md.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { sentenceOf } from "#app/sentence.ts";
import { ConfigFault, readConfig } from "#platform/config.ts";
import { print, printErrors } from "#platform/log.ts";
import { prepareCompanies, today } from "./companies.ts";
import { type Choice, enginesOf, measure } from "./measure.ts";
import { sheetOf } from "./sheet.ts";
import { skills } from "./skills.ts";

try {
  const { json, ...choice } = readArguments();
  const config = readConfig(evalEnvironment());
  const hasModel = enginesOf(config).length > 1;
  print(`Preparing all companies as of ${today}.`);
  const ground = await prepareCompanies(config);
  try {
    const results = await measure(ground, config, choice, print);
    print(`\n${sheetOf(results)}`);
    if (!hasModel)
      print("\nAI_PROVIDER is not set, so only rules were scored. docs/operating/configure.md lists the providers.");
    if (json) writeFileSync(json, `${JSON.stringify(results, null, 1)}\n`);
  } finally {
    ground.remove();
  }
} catch (error) {
  printErrors(error instanceof ConfigFault ? error.sentences : [sentenceOf(error)]);
  process.exitCode = 1;
}
process.exit();

/** The environment's language model; all else is set here: temporary folders, this machine only, no limits. */
function evalEnvironment(): NodeJS.ProcessEnv {
  const unset = [
    "DATA_DIR",
    "DATABASE_URL",
    "PUBLIC_URL",
    "NODE_ENV",
    "ROLE",
    "REGISTRATION",
    "ANCHORS_COPY",
    "AI_BUDGET_USD",
  ];
  return {
    ...process.env,
    ...Object.fromEntries(unset.map((name) => [name, ""])),
    PORT: "0",
    LOG_LEVEL: "fatal",
    RATE_LIMIT_FACTOR: "100000",
    UNDO_SECONDS: "0",
    SNAPSHOT_EVERY: "0",
  };
}

function readArguments(): Choice & { json: string | undefined } {
  const number = { type: "string" } as const;
  const options = {
    skill: { type: "string", multiple: true },
    only: number,
    seed: { ...number, default: "1" },
    json: number,
  } as const;
  const usage = `Usage: npm run eval [-- --skill ${skills.map(({ id }) => id).join("|")} --only <n> --seed <n> --json <file>]`;
  try {
    const { values } = parseArgs({ options });
    const chosen = values.skill ?? skills.map(({ id }) => id);
    const [only, seed] = [values.only, values.seed].map((text) => (text === undefined ? undefined : Number(text)));
    if (!chosen.every((id) => skills.some((skill) => skill.id === id))) throw new Error("unknown skill");
    if (![only ?? 1, seed].every((value) => Number.isInteger(value) && Number(value) > 0)) throw new Error("no number");
    return {
      skills: skills.filter(({ id }) => chosen.includes(id)),
      seed: seed ?? 1,
      ...(only && { only }),
      json: values.json,
    };
  } catch {
    throw new Error(usage);
  }
}
