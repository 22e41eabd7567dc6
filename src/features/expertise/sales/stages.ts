import { type Group, type OpenStage, openStages } from "#features/records/pipeline/rows.ts";

/** Open deals of a stage, or of one of the company's own names of it. */
export type StageRow = {
  /** Prefix of its figures. */
  id: string;
  stage: OpenStage;
  name: string;
  groups: Group[];
  /** The filter of its rows. */
  filter: Readonly<Record<string, string>>;
};

/** More own names of a stage than these count as the stage. */
const mostNames = 12;

/** The stages as the company calls them; ours where it has no name, without the empty ones if it has any. */
export function stagesOf(groups: readonly Group[]): StageRow[] {
  const hasNames = groups.some(({ stageName }) => stageName !== null);
  return openStages.flatMap((stage) => {
    const of = groups.filter((group) => group.stage === stage);
    const byName = Map.groupBy(
      of.filter(({ stageName }) => stageName !== null),
      ({ stageName }) => stageName ?? "",
    );
    const sum = (some: readonly Group[]) => some.reduce((all, { amount }) => all + amount, 0);
    const named = [...byName].toSorted(([, one], [, other]) => sum(other) - sum(one));
    const rest = [
      ...of.filter(({ stageName }) => stageName === null),
      ...named.slice(mostNames).flatMap(([, one]) => one),
    ];
    const unnamed: StageRow["filter"] = named.length > 0 && named.length <= mostNames ? { unknown: "stageName" } : {};
    return [
      ...named.slice(0, mostNames).map(([name, some], at) => ({
        id: `${stage}_${at}`,
        stage,
        name,
        groups: some,
        filter: { status: stage, field: "stageName", is: name },
      })),
      ...(rest.length > 0 || !hasNames
        ? [{ id: stage, stage, name: stage, groups: rest, filter: { status: stage, ...unnamed } }]
        : []),
    ];
  });
}
