import { formatMoney, formatNumber } from "#contract/format.ts";
import { spelledOut } from "#contract/query.ts";
import { lengths, shorten } from "#contract/words.ts";
import type { Source } from "#features/assistants/contract.ts";
import { hasEveryWord, thingAt } from "#features/assistants/rules.ts";
import { lookUp, vectorOf } from "#features/brain/search/store.ts";
import * as brain from "#features/brain/store.ts";
import * as explore from "#features/explore/store.ts";
import { figurePage, type MetricPoint } from "#features/metrics/contract.ts";
import * as metrics from "#features/metrics/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read, readDear } from "#platform/db/transaction.ts";

const most = { figures: 5, passages: 8, characters: 400 };

/** What the company has about a question: rows and figures by their names, passages by words and meaning. */
export async function findSources(ctx: Ctx, question: string): Promise<{ results: Source[] }> {
  const vector = await vectorOf(ctx, question);
  // No name is longer.
  const rows = question.length > lengths.name ? [] : await readDear(ctx, (tx) => rowsNamed(tx, question));
  const others = await read(ctx, async (tx) => [
    ...(await figuresNamed(tx, question)),
    ...(await passagesAbout(tx, question, vector)),
  ]);
  return { results: [...new Map([...rows, ...others].map((one) => [one.id, one])).values()] };
}

const rowsNamed = async (tx: Tx, words: string): Promise<Source[]> =>
  (await explore.search(tx, words)).flatMap(({ rows }) =>
    rows.flatMap(({ title, detail, aside, href }) => {
      const id = thingAt(href);
      return id === null ? [] : { id, title, text: [detail, aside].filter(Boolean).join(", "), href };
    }),
  );

const figuresNamed = async (tx: Tx, words: string): Promise<Source[]> =>
  (await metrics.latest(tx))
    .filter(({ latest: { metricName } }) => hasEveryWord(spelledOut(metricName), words))
    .slice(0, most.figures)
    .map(({ latest }) => ({
      id: `figure/${latest.metricName}`,
      title: spelledOut(latest.metricName),
      text: `${valueOf(latest)} on ${latest.measurementDate}`,
      href: figurePage(latest.metricName),
    }));

const valueOf = ({ metricValue, currency }: MetricPoint): string =>
  currency ? formatMoney(metricValue, currency) : formatNumber(metricValue, 3);

async function passagesAbout(tx: Tx, question: string, vector: Float32Array | null): Promise<Source[]> {
  const { hits } = await lookUp(tx, question, vector, most.passages);
  const passages = await brain.byIds(
    tx,
    hits.map(({ id }) => id),
  );
  return passages.map(({ id, content, href, place: { title, headingPath } }) => ({
    id: `passage/${id}`,
    title: [title, ...headingPath].join(", "),
    text: shorten(content, most.characters),
    href: href ?? `/brain-dashboard?passage=${id}`,
  }));
}
