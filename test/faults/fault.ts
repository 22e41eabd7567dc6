/** What the command line says of a run: how often, from which seed, and on which databases where a row knows both. */
export type FaultOptions = {
  runs: number;
  /** How many rows a database holds, where a row knows such a number. */
  rows: number;
  seed: number;
  databases: readonly ("embedded" | "postgres")[];
  /** How many jobs, for a row that puts jobs. */
  jobs?: number;
  /** How long, for a row that goes on for a time. */
  seconds?: number;
  /** Tells of progress; nothing of it is kept. */
  say: (line: string) => void;
};

/** What one row came to; every text is one or more whole sentences or figures. */
export type FaultOutcome = {
  /** What was done to the product, and how often. */
  injected: string;
  /** How often it really hit, from a journal of what happened. */
  hit: string;
  /** Further figures, a label and a value each. */
  figures?: Record<string, string>;
  /** True when nothing was hit or nothing acknowledged: the run then proves nothing. */
  isVoid: boolean;
  /** What was promised and not kept, a sentence each. */
  violations: string[];
};

/** A row of the table of faults: a promise, and the way to try it. */
export type Fault = {
  id: string;
  title: string;
  promise: string;
  /** Gives one outcome per part, by its name: a database, a number of instances. */
  run(options: FaultOptions): Promise<Record<string, FaultOutcome>>;
};

/** One outcome for each database, one after the other. */
export async function onEach<Database extends string>(
  databases: readonly Database[],
  attempt: (database: Database) => Promise<FaultOutcome>,
): Promise<Record<string, FaultOutcome>> {
  const outcomes: Record<string, FaultOutcome> = {};
  for (const database of databases) outcomes[database] = await attempt(database);
  return outcomes;
}

/** The databases of a row that is about PostgreSQL alone. */
export const postgresOf = ({ databases }: FaultOptions): readonly "postgres"[] =>
  databases.includes("postgres") ? ["postgres"] : [];

/** The outcome as it is printed and kept. */
export function written(part: string, promise: string, outcome: FaultOutcome): string {
  const { injected, hit, figures = {}, isVoid, violations } = outcome;
  const result =
    violations.length > 0
      ? `BROKEN: ${violations.length} violations\n${violations.map((violation) => `  ${violation}`).join("\n")}`
      : isVoid
        ? "VOID: nothing was hit, so nothing is proven"
        : "kept: 0 violations";
  const lines = { promise, injected, hit, ...figures, result };
  return [`${part}:`, ...Object.entries(lines).map(([name, text]) => `  ${name.padEnd(10)}${wrapped(text)}`)].join(
    "\n",
  );
}

const width = 118;

/** The text in lines that fit, all but the first indented below it. */
function wrapped(text: string): string {
  return text
    .split("\n")
    .flatMap((line) => {
      const lines: string[] = [];
      for (const word of line.split(/(?<=\s)/)) {
        const last = lines.at(-1);
        if (last === undefined || (last + word).trimEnd().length > width) lines.push(word);
        else lines[lines.length - 1] = last + word;
      }
      return lines.map((one) => one.trimEnd());
    })
    .join(`\n${" ".repeat(12)}`);
}
