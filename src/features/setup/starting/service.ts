import type { Answer } from "#contract/endpoint.ts";
import { AppError } from "#contract/errors.ts";
import { setAutonomy } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import * as identity from "#features/identity/service.ts";
import { defaults } from "#features/orchestrator/autopilot/rules.ts";
import * as autopilot from "#features/orchestrator/autopilot/service.ts";
import * as oversight from "#features/oversight/service.ts";
import type { startWorking } from "#features/setup/starting/contract.ts";
import type { Ctx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

/** What an owner agrees to once; each part records what it changed, and a repetition changes nothing. */
export function start(ctx: Ctx): Promise<Answer<typeof startWorking>> {
  return write(ctx, async (tx) => {
    const active = (await agents.list(tx)).filter(({ status }) => status === "active");
    if (active.length === 0) throw new AppError("conflict", "No agent is active. Add agents first.");
    await oversight.initialize(tx);
    for (const { id, systemProps } of active) {
      // One that may do more keeps it.
      if (systemProps.autonomyLevel === "assist") await setAutonomy(tx, id, "propose");
      await identity.initialize(tx, id);
    }
    const { enabled, frequency } = await autopilot.show(tx);
    const { message } = await autopilot.set(tx, { enabled: true, frequency: enabled ? frequency : defaults.frequency });
    return { agents: active.length, message };
  });
}
