// Nightly: two instances spend one budget; http/model-budgets holds the promise daily.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isTransient } from "#agency/passing.ts";
import type { Persona } from "#agency/persona.ts";
import { work } from "#agency/work.ts";
import { jobContext } from "#features/accounts/service.ts";
import { answer } from "#features/conversations/skills.ts";
import { changeModelBudget, getModelSettings } from "#features/models/contract.ts";
import { type Ctx, mintCompany } from "#platform/context.ts";
import { readConfig } from "#platform/config.ts";
import { isNightly } from "../nightly.ts";
import type { Asked, Reply } from "../outside/model/protocol.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { groundIn } from "../working.ts";
import { answers, uses } from "../modelled.ts";
import { type Member, openOn, type World } from "../world.ts";
import { openStage } from "./stage.ts";

/** One budget for two instances: 20 runs at once with the largest outputs, 1,000 times in `npm run test:all`. */
const trials = isNightly ? 1_000 : 3;
const cap = 0.5;
const runs = isNightly ? 20 : 8;

const stage = openStage("budget");
let standIn: StandIn;
const instances: World[] = [];
beforeAll(async () => {
  const postgres = await stage.postgres({});
  standIn = stage.keep(await openStandIn());
  const key = () => randomBytes(32).toString("base64");
  const shared = {
    PORT: "0",
    LOG_LEVEL: "fatal",
    RATE_LIMIT_FACTOR: "1000",
    ROLE: "web",
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEYS: `first:${key()}`,
    AUDIT_KEY: key(),
    AI_PROVIDER: "openai",
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: standIn.url,
  };
  for (const name of ["first", "second"])
    instances.push(stage.keep(await openOn(readConfig({ ...shared, DATA_DIR: join(stage.folder, name) }))));
});
afterAll(stage.close);

/** As many tokens as a request can hold, one for each byte, and the longest answer. */
const largest = ({ instructions, messages, tools, maxOutputTokens }: Asked): NonNullable<Reply["usage"]> => ({
  input: Buffer.byteLength([instructions, JSON.stringify(messages), JSON.stringify(tools)].join("")),
  output: maxOutputTokens ?? 0,
});

test(`${runs} runs at once on two instances never cost a cent more than their budget, in ${trials} trials`, {
  timeout: 4 * 3_600_000,
}, async () => {
  const [first] = instances as [World, World];
  const { member, agent, other } = await groundIn(first);
  await member.call(changeModelBudget, { body: { company: cap, agent: cap } });
  await first.asOwner("CREATE SCHEMA trial");
  await first.asOwner("CREATE TABLE trial.over (amount numeric)");
  await first.asOwner(`CREATE FUNCTION trial.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      INSERT INTO trial.over VALUES (NEW.counted + NEW.reserved); RETURN NULL; END $$`);
  await first.asOwner(`CREATE TRIGGER trial_note AFTER INSERT OR UPDATE ON model_months FOR EACH ROW
      WHEN (NEW.counted + NEW.reserved > ${cap}) EXECUTE FUNCTION trial.note()`);
  for (let trial = 1; trial <= trials; trial += 1) {
    const found = await tryOnce(member, [agent, other]);
    const told = `trial ${trial}: ${JSON.stringify(found)}`;
    expect(found, told).toMatchObject({ over: [], isWithin: true, unexpected: [] });
    // It came near the limit, and the limit ended it; what a busy database turned away is left out.
    expect(found.busy > 0 || (found.billed > cap / 2 && found.refused > 0), told).toBe(true);
    await first.asOwner("DELETE FROM model_months");
    await first.asOwner("DELETE FROM model_calls");
  }
});

/** What 20 runs cost by the provider's own bill, and by ours. */
async function tryOnce(member: Member, team: readonly Persona[]) {
  let billed = 0;
  standIn.answer((asked) => {
    const usage = largest(asked);
    billed += (usage.input * 1 + usage.output * 5) / 1_000_000;
    const reads = asked.messages.filter(({ role }) => role === "tool").length;
    const reply =
      reads < 2
        ? uses({ tool: "explore_query", input: { subject: "invoices", search: `row ${reads}` } })
        : answers("All.");
    return { ...reply, usage, wait: (asked.number % 7) * 3 };
  });
  const contexts: Ctx[] = [];
  for (const { boardroom } of instances)
    contexts.push(await jobContext(boardroom.platform, mintCompany(member.user.companyId)));
  const outcomes = await Promise.allSettled(
    Array.from({ length: runs }, (_, at) => {
      const input = { question: `Is row ${at} of any use?`, taskId: null, comment: null };
      const assignment = { skill: answer, input, origin: "owner", trigger: "person" } as const;
      const agent = team[at % team.length] as Persona;
      return work(contexts[at % contexts.length] as Ctx, { ...assignment, agent }, "wait");
    }),
  );
  const failures = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  const unexpected = failures.filter((reason) => !isTransient(reason)).map(String);
  const { counted, reserved } = (await member.call(getModelSettings)).budget;
  const over = await instances[0]?.asOwner("SELECT amount FROM trial.over");
  // A call that was never settled stays reserved.
  const isBooked = reserved === 0 ? Math.abs(counted - billed) < 1e-6 : billed < counted + reserved;
  const isWithin = billed <= cap && counted + reserved <= cap && isBooked && (failures.length > 0 || reserved === 0);
  const refused = outcomes.filter((one) => one.status === "fulfilled" && one.value.engine === "rules").length;
  return { over, billed, counted, reserved, isWithin, refused, busy: failures.length, unexpected };
}
