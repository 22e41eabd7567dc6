import { percentiles } from "./compare.ts";
import { type Engine, openGround } from "./ground.ts";
import { cpuSeconds } from "./processes.ts";
import { atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";

const alone = 200;
const races = 20;
const racing = 32;

/** Goal 7: approving with all its effects, one after the other, and 32 at once on the same decision. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine);
  const { member, asOwner, pids } = ground;
  // 6 in 100 wait for an answer.
  await grow(asOwner, member, { decisions: (alone + races) * 20, tasks: 1_000 });
  const pending = await asOwner<{ id: string }>(
    "SELECT id FROM decisions WHERE company_id = $1 AND status = 'pending' ORDER BY number LIMIT $2",
    [member.user.companyId, alone + races],
  );
  const approve = async (id: string): Promise<number> =>
    (await member.send("POST", `/api/decisions/${id}/approve`, { body: { approved: true } })).status;
  const times: number[] = [];
  const before = cpuSeconds(pids);
  for (const { id } of pending.slice(0, alone)) {
    const started = performance.now();
    const status = await approve(id);
    if (status !== 200) throw new Error(`Void: an approval was answered ${status}.`);
    times.push(performance.now() - started);
  }
  const used = ((cpuSeconds(pids) - before) / alone) * 1000;
  let fair = 0;
  for (const { id } of pending.slice(alone)) {
    const answers = await Promise.all(Array.from({ length: racing }, () => approve(id)));
    const won = answers.filter((status) => status === 200).length;
    const lost = answers.filter((status) => status === 409).length;
    if (won === 1 && lost === racing - 1) fair += 1;
  }
  const { p50, p99 } = percentiles(times);
  return {
    title: `7  Approve a decision (5 effects in the same transaction), ${alone} one after the other`,
    lines: [
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${used.toFixed(2)} ms of processor time each`,
      `${races} races of ${racing}: ${fair} with exactly one winner and ${racing - 1} times 409`,
    ],
    goals: [
      atMost("p50", p50, 5, "ms"),
      { what: "one winner", found: `${fair} of ${races}`, wanted: "all", met: fair === races },
    ],
  };
}
