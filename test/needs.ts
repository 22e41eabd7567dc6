import type { NeedAct, NeedCall } from "#contract/needs.ts";
import { getNeeds, type NeedShown } from "#features/today/contract.ts";
import type { Member } from "./world.ts";

export const lines = async (member: Member) => (await member.call(getNeeds)).lines;
export const lineOf = async (member: Member, title: RegExp): Promise<NeedShown> => {
  const all = await lines(member);
  const line = all.find((one) => title.test(one.title));
  if (!line) throw new Error(`No line ${String(title)} among ${all.map((one) => one.title).join("; ")}.`);
  return line;
};
export const titles = async (member: Member) => (await lines(member)).map(({ title }) => title);
/** Does what the browser does with the data of a line. */
function send(member: Member, { method, path, body, taken }: NeedCall, answer: Record<string, unknown> = {}) {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(answer[name]));
  const whole = taken ? Object.fromEntries(taken.map((name) => [name, answer[name]])) : body;
  return member.send(method, address, whole === undefined ? {} : { body: whole });
}
export const press = (member: Member, act: NeedAct | undefined) => {
  if (!act?.call) throw new Error(`${act?.label ?? "Nothing"} is no call.`);
  return send(member, act.call);
};
export const undo = (member: Member, act: NeedAct | undefined, answer: unknown) => {
  if (!act?.undo) throw new Error("It can't be undone.");
  return send(member, act.undo, answer as Record<string, unknown>);
};
export const actOf = ({ acts }: NeedShown, label: string) => acts.find((one) => one.label === label);
