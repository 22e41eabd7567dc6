import { setTimeout as sleep } from "node:timers/promises";
import { partSize } from "#features/imports/contract.ts";
import { getImport as getMetricImport } from "#features/metrics/contract.ts";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import type { Value } from "#contract/csv.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import { getImport, openImport } from "#features/records/imports/contract.ts";
import { exampleRow } from "../example-rows.ts";
import { type Extent, fit, type LongText, longTexts } from "../long-texts.ts";
import { sendRaw } from "../raw.ts";
import type { HostileGround } from "./hostile-ground.ts";
import type { Input } from "./hostile-input.ts";

/** Characters of a cell: with the others of its line under what a line of each import may have, and what a text may have. */
const inRecordLine = 199_000;
const inMetricLine = 99_000;
const inText = 9_900;
/** Bytes of a whole upload of metrics. */
const inUpload = 25 * 1024 * 1024;

const quoted = (cell: Value | undefined): string => `"${String(cell ?? "").replaceAll('"', '""')}"`;
const lineOf = (cells: readonly (Value | undefined)[]): string => `${cells.map(quoted).join(",")}\n`;

/** A long text in every cell of an import of every kind, in its heading and as bare lines; read with points or with commas. */
export function hostileImports(on: HostileGround, { texts, isWhole }: Extent): Input[] {
  const commas = { dateFormat: "DD.MM.YYYY", decimalCommas: true };
  return [
    ...recordKinds.flatMap((kind, at) =>
      texts(at).flatMap((text) => {
        const file = recordFile(kind, text);
        const name = `${text.name} in every cell of ${kind}`;
        const both = [
          recordsInput(on, kind, name, file),
          recordsInput(on, kind, `${name}, with decimal commas`, file, commas),
        ];
        return isWhole ? both : both.slice(at % 2, (at % 2) + 1);
      }),
    ),
    ...texts(0).flatMap((text) => [
      recordsInput(on, "vendors", `${text.name} in the heading of vendors`, headingFile("vendors", text)),
      recordsInput(on, "vendors", `${text.name} as bare lines of vendors`, bareFile(text)),
    ]),
    ...texts(1).flatMap((text) => [
      metricsInput(on, `${text.name} in every cell of metrics`, metricFile(text), "YYYY-MM-DD"),
      metricsInput(on, `${text.name} in every cell of metrics, with decimal commas`, metricFile(text), "DD.MM.YYYY"),
      metricsInput(on, `${text.name} as bare lines of metrics`, `date,value\n${text.of(inMetricLine)}\n`, "YYYY-MM-DD"),
    ]),
  ];
}

/** Files as large as they may be: the longest cells in the first lines, by which the writing of a file is guessed. */
export function largeImports(on: HostileGround): Input[] {
  const lines = 250;
  const wide = (kind: RecordKind, field: string, text: LongText) => {
    const at = 1 + fieldsOf[kind].findIndex(({ name }) => name === field);
    const { headings, cells } = goodRow(kind);
    const line = lineOf(cells.with(at, fit(text, inRecordLine)));
    return recordsInput(
      on,
      kind,
      `${text.name} in ${lines} cells ${field} of ${kind}`,
      () => lineOf(headings) + line.repeat(lines),
    );
  };
  return longTexts
    .slice(0, 12)
    .flatMap((text) => [
      wide("invoices", "dueOn", text),
      wide("invoices", "amount", text),
      metricsInput(
        on,
        `${text.name} over 25 MB of metrics`,
        () => `date,value\n${fit(text, inUpload - 100)}`,
        "YYYY-MM-DD",
      ),
      metricsInput(
        on,
        `25 MB of metrics, each line short: ${text.name}`,
        () => `date,value\n${`${fit(text, 20)}\n`.repeat(1_200_000).slice(0, inUpload - 100)}`,
        "YYYY-MM-DD",
      ),
    ]);
}

const goodRow = (kind: RecordKind) => {
  const { externalId, fields } = exampleRow(kind);
  return {
    headings: ["External id", ...fieldsOf[kind].map(({ label }) => label)],
    cells: [externalId, ...fieldsOf[kind].map(({ name }) => fields[name])],
  };
};

/** Lines for each column, with the text in it and all other cells good. */
function recordFile(kind: RecordKind, text: LongText): string {
  const { headings, cells } = goodRow(kind);
  const lines = [inRecordLine, inText].flatMap((length) => headings.map((_, at) => cells.with(at, text.of(length))));
  return [headings, ...lines].map(lineOf).join("");
}

function headingFile(kind: RecordKind, text: LongText): string {
  const { headings, cells } = goodRow(kind);
  return lineOf([...headings, text.of(inRecordLine)]) + lineOf([...cells, "x"]);
}

const bareFile = (text: LongText): string => `${text.of(inRecordLine)}\n`.repeat(2);

const metricFile = (text: LongText): string => {
  const long = text.of(inMetricLine);
  return [
    ["date", "value"],
    [long, "1"],
    ["2026-01-01", long],
  ]
    .map(lineOf)
    .join("");
};

const headers = ({ ground }: HostileGround, type: string) => ({
  cookie: ground.member.cookie ?? "",
  "sec-fetch-site": "same-origin",
  "content-type": type,
});

/** The text of a file, or what makes it: all of the large ones together are more than a process holds. */
type File = string | (() => string);
const textOf = (file: File): string => (typeof file === "string" ? file : file());

function recordsInput(on: HostileGround, kind: RecordKind, name: string, file: File, how: object = {}): Input {
  return {
    name: `an import: ${name}`,
    async send() {
      const { member } = on.ground;
      const bytes = Buffer.from(textOf(file));
      const body = { kind, fileName: `${kind}.csv`, size: bytes.length };
      const { id } = await member.call(openImport, { body });
      for (let at = 0; at * partSize < bytes.length; at += 1) {
        const part = bytes.subarray(at * partSize, (at + 1) * partSize);
        const path = `/api/records/imports/${id}/parts/${at}`;
        const type = "application/octet-stream";
        const sent = await sendRaw(on.server, { method: "PUT", path, headers: headers(on, type), body: part });
        if (sent.status !== 200) return `a part was answered ${sent.status}: ${sent.text}`;
      }
      const started = await member.send("POST", `/api/records/imports/${id}/start`, { body: how });
      if (started.status !== 200) return `its start was answered ${started.status}: ${started.text}`;
      return ending(() => member.call(getImport, { params: { id } }));
    },
  };
}

function metricsInput(on: HostileGround, name: string, file: File, dateFormat: string): Input {
  return {
    name: `an import: ${name}`,
    async send() {
      const query = `fileName=a.csv&metricName=hostile&dateColumn=date&valueColumn=value&dateFormat=${dateFormat}`;
      const path = `/api/metrics/imports?${query}`;
      const sent = await sendRaw(on.server, {
        method: "POST",
        path,
        headers: headers(on, "text/csv"),
        body: textOf(file),
      });
      if (sent.status === 422 || sent.status === 413) return null;
      if (sent.status !== 200) return `${sent.status} ${sent.text}`;
      const { id } = JSON.parse(sent.text) as { id: string };
      return ending(() => on.ground.member.call(getMetricImport, { params: { id } }));
    },
  };
}

/** Waits until the job has ended; says what is wrong when it was given up. */
async function ending(look: () => Promise<{ status: string; sentence: string | null }>): Promise<string | null> {
  for (;;) {
    const { status, sentence } = await look();
    if (status === "done" || status === "failed") return sentence?.includes("did not finish") ? sentence : null;
    await sleep(15);
  }
}
