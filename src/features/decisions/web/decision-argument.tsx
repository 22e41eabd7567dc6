import { Link } from "wouter";
import { formatFigure } from "#contract/report.ts";
import type { DecisionPage } from "#features/decisions/contract.ts";
import { formatModelCost } from "#contract/format.ts";
import { Spinner } from "#ui/kit/button.tsx";
import { LineText } from "#ui/kit/report-line.tsx";
import { Section } from "#ui/kit/section.tsx";

/** A language model's argument for the proposal; its figures have sources. */
export function ArgumentOf({ page: { argued } }: { page: DecisionPage }) {
  if (!argued) return null;
  const { argument, engine, status, cost, runId } = argued;
  if (status === "queued" || status === "running")
    return (
      <Section title="Argument">
        <p role="status" className="flex items-center gap-2 border-t border-line py-[9px] text-ink-2">
          <Spinner /> Reading the records and writing. You can decide without it.
        </p>
      </Section>
    );
  if (!argument) return null;
  const { headline, sections, options, risks, found } = argument;
  const figures = new Map(argument.figures.map((figure) => [figure.id, figure]));
  return (
    <Section title="Argument" note={`written by ${engine}${cost.usd ? `, ${formatModelCost(cost.usd)}` : ""}`}>
      <p className="max-w-[72ch] border-t border-line py-[9px] wrap-anywhere">
        <LineText line={headline} figures={figures} />
      </p>
      <ul className="list-disc pl-5">
        {sections
          .flatMap(({ lines }) => lines)
          .map((line, at) => (
            <li key={at} className="max-w-[72ch] py-1 wrap-anywhere">
              <LineText line={line} figures={figures} />
            </li>
          ))}
      </ul>
      <Points title="Options the calculation leaves out" points={options.map((one) => `${one.title}: ${one.detail}`)} />
      <Points title="Further risks" points={risks} />
      {found.length > 0 && (
        <>
          <h3 className="mt-3 text-sm font-medium">Open inputs found in your records</h3>
          <dl className="mt-1 text-sm">
            {found.map(({ name, label, figure }) => {
              const source = figures.get(figure);
              return (
                <div key={name} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-1.5">
                  <dt className="text-ink-2">{label}</dt>
                  <dd className="num">
                    {source && (
                      <>
                        {formatFigure(source)}{" "}
                        {source.source.href ? (
                          <Link href={source.source.href}>{source.source.label}</Link>
                        ) : (
                          source.source.label
                        )}
                      </>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </>
      )}
      <p className="mt-2 text-sm text-ink-3">
        Figures come from your records and the calculation, which the model cannot change.{" "}
        <Link href={`/runs/${runId}`}>What it had read</Link>
      </p>
    </Section>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 text-sm font-medium">{title}</h3>
      <ul className="list-disc pl-5">
        {points.map((point) => (
          <li key={point} className="max-w-[72ch] py-1 wrap-anywhere">
            {point}
          </li>
        ))}
      </ul>
    </>
  );
}
