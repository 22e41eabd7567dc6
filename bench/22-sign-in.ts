import { argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { clientOf } from "../test/world.ts";
import { login } from "#features/accounts/contract.ts";
import { compare, heading, line, median, timeInTurns } from "./compare.ts";
import { type AsOwner, company, openGround } from "./ground.ts";
import { atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";

const hash = promisify(argon2);
const rounds = 5;
const perRound = 20;
const signInsPerSecond = 8;

/** Goal 22: what a sign-in takes beyond its hash, and what sign-ins do to the dashboards of others. */
export async function measure(): Promise<Report> {
  await using ground = await openGround();
  const { member, server, pids, asOwner } = ground;
  await grow(asOwner, member, { decisions: 1_000, tasks: 1_000 });
  // Another company: its sign-ins end no session of the one that is measured and change none of its rows.
  const { username, password } = await company(server.url, "other");
  const body = { username, password };
  const bareHash = await hashLike(asOwner, username, password);
  const signIn = () => clientOf(server.url).call(login, { body });
  const [bare = [], ours = []] = await timeInTurns([bareHash, signIn], { rounds, perRound, warm: 1 });
  const side = { url: `${server.url}/api/dashboard`, cookies: [member.cookie ?? ""], pids };
  const background = { url: `${server.url}/api/login`, body, perSecond: signInsPerSecond };
  const [quiet, busy] = await compare([
    { name: "dashboard", ...side },
    { name: "dashboard beside sign-ins", ...side, background },
  ]);
  if (!quiet || !busy) throw new Error("Nothing was measured.");
  const [hashed, signedIn] = [median(bare), median(ours)];
  return {
    title: `22  Sign-in (${rounds * perRound} one after the other), and the dashboard beside ${signInsPerSecond} sign-ins a second`,
    lines: [
      `floor: bare argon2id, same parameters ${hashed.toFixed(1)} ms p50, sign-in ${signedIn.toFixed(1)} ms p50`,
      heading,
      line("the dashboard alone", quiet),
      line(`beside ${signInsPerSecond} sign-ins a second`, busy),
    ],
    goals: [
      atMost("sign-in beyond the hash, p50", signedIn - hashed, 5, "ms"),
      atMost("dashboard p99 beside sign-ins", busy.p99 / quiet.p99, 1.5, "× of alone"),
    ],
  };
}

/** Gives how to hash a password once, with the parameters that the product stored with this person's hash. */
async function hashLike(asOwner: AsOwner, username: string, password: string): Promise<() => Promise<Buffer>> {
  const [stored] = await asOwner<{ hash: string }>("SELECT password_hash AS hash FROM users WHERE username = $1", [
    username,
  ]);
  const figure = (name: string) => Number(new RegExp(`[$,]${name}=(\\d+)`).exec(stored?.hash ?? "")?.[1]);
  const cost = { memory: figure("m"), passes: figure("t"), parallelism: figure("p"), tagLength: 32 };
  const message = Buffer.from(password);
  return async () => (await hash("argon2id", { message, nonce: randomBytes(16), ...cost })) as Buffer;
}
