import { answerTo, type Endpoint } from "#contract/endpoint.ts";
import { bodyTrials, queryTrials, request } from "../test/fuzz.ts";
import { allSamples, furnish, type Ground, nameOf, type Sample } from "../test/samples.ts";
import { openWorld } from "../test/world.ts";
import type { Report } from "./report.ts";

/** `REQUESTS=500 npm run bench -- generated` sends fewer. */
const requests = Number(process.env["REQUESTS"] ?? 200_000);
const atOnce = 8;
/** They would end the session that sends the rest. */
const left = new Set([
  "POST /api/logout",
  "POST /api/sessions/end-all",
  "PUT /api/user/password",
  "DELETE /api/privacy/user/data-delete",
]);

type Sent = {
  endpoint: Endpoint;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
};

/** Every call with good, foreign and hostile input, over and over, by a person of another company or, where open, by nobody. */
export async function measure(): Promise<Report> {
  const world = await openWorld({ ROLE: "web" });
  try {
    const [owner, stranger] = [await furnish(world, "owner"), await furnish(world, "stranger")];
    // Signs in over and over, which ends the oldest sessions.
    const visitor = await furnish(world, "visitor");
    // Not the owner's name: samples put it into texts, which the stranger then has sent.
    const marks = [owner.member.user.id, owner.member.user.companyId];
    const pool = generated(owner, stranger, visitor);
    const found = { faults: 0, misshapen: 0, foreign: 0, turnedAway: 0, statuses: new Map<number, number>() };
    const examples: string[] = [];
    const note = (kind: "faults" | "misshapen" | "foreign", sent: Sent, text: string): void => {
      found[kind] += 1;
      if (examples.length < 5) examples.push(`${kind}: ${nameOf(sent.endpoint)} ${text.slice(0, 100)}`);
    };
    const send = async (sent: Sent): Promise<void> => {
      const { endpoint, method, path, headers, body } = sent;
      const client = endpoint.access === "public" ? world.client() : stranger.member;
      const reply = await client.send(method, path, { body, headers });
      found.statuses.set(reply.status, (found.statuses.get(reply.status) ?? 0) + 1);
      if (reply.status === 503) found.turnedAway += 1;
      else if (reply.status >= 500) note("faults", sent, reply.text);
      if (reply.status === 200 && !isOfSchema(endpoint, path, reply.json)) note("misshapen", sent, reply.text);
      // What was sent may come back in a sentence.
      const isShown = marks.some((mark) => reply.text.includes(mark) && !`${path}${body ?? ""}`.includes(mark));
      if (isShown) note("foreign", sent, reply.text);
    };
    const from = performance.now();
    for (let done = 0; done < requests; done += atOnce)
      await Promise.all(
        Array.from({ length: Math.min(atOnce, requests - done) }, (_, at) => {
          // A step without a common factor mixes the calls.
          const sent = pool[((done + at) * 7_919) % pool.length];
          return sent ? send(sent) : Promise.resolve();
        }),
      );
    const seconds = (performance.now() - from) / 1_000;
    const statuses = [...found.statuses].toSorted(([one], [other]) => one - other);
    return {
      title: `generated  ${requests} requests from ${pool.length} kinds over ${allSamples().length} calls`,
      lines: [
        `${seconds.toFixed(0)} s; ${statuses.map(([status, count]) => `${status}: ${count}`).join(", ")}`,
        ...examples,
      ],
      goals: [
        {
          what: "answers 5xx",
          found: String(found.faults + found.turnedAway),
          wanted: "0",
          met: found.faults + found.turnedAway === 0,
        },
        {
          what: "answers that break their schema",
          found: String(found.misshapen),
          wanted: "0",
          met: found.misshapen === 0,
        },
        { what: "foreign rows", found: String(found.foreign), wanted: "0", met: found.foreign === 0 },
      ],
    };
  } finally {
    await world.close();
  }
}

function generated(owner: Ground, stranger: Ground, visitor: Ground): Sent[] {
  return allSamples()
    .filter(({ endpoint }) => !left.has(nameOf(endpoint)))
    .flatMap(({ endpoint, good }) => {
      const whole = (sample: Sample): Sent => ({ endpoint, method: endpoint.method, ...request(endpoint, sample) });
      const own = good(endpoint.access === "public" ? visitor : stranger);
      const trials = [...bodyTrials(endpoint, own), ...queryTrials(endpoint, own)];
      // The owner's own proofs sign in at the owner's company.
      const foreign = endpoint.access === "public" ? [] : [whole(good(owner))];
      return [whole(own), ...foreign, ...trials.map((trial) => ({ endpoint, ...trial }))];
    });
}

function isOfSchema(endpoint: Endpoint, path: string, json: unknown): boolean {
  const query = Object.fromEntries(new URLSearchParams(path.split("?")[1] ?? ""));
  return answerTo(endpoint, query).safeParse(json).success;
}
