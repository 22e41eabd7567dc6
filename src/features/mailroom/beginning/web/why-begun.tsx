import { Link } from "wouter";
import type { LetterView } from "#features/mailroom/contract.ts";
import { Moment } from "#ui/kit/moment.tsx";

/** Of a letter that an executive began: to whom, why, and about which records. */
export function WhyBegun({ letter, timeZone }: { letter: LetterView; timeZone: string }) {
  const { begun, from, fromName, at } = letter;
  if (!begun) return null;
  return (
    <section aria-label="Why it was written">
      <p className="text-sm wrap-anywhere text-ink-2">
        To {fromName} &lt;{from}&gt;, written <Moment at={at} timeZone={timeZone} />
      </p>
      <p className="mt-2 text-pretty">{begun.because}</p>
      <ul className="mt-1 flex flex-wrap gap-x-3">
        {begun.records.map(({ kind, id, label }) => (
          <li key={id}>
            <Link href={`/records/${kind}/${id}`} className="underline underline-offset-2">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
