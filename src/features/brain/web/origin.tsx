import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Passage } from "#features/brain/contract.ts";
import { shortDate } from "#ui/format.ts";

/** "page 2", "row 12" or the headings it stands under. */
function placeText({ page, headingPath }: Passage["place"]): string {
  if (page !== null) return `page ${page}`;
  return headingPath.at(-1) ?? "";
}

export function Origin({ passage }: { passage: Passage }) {
  const { timeZone } = useCompany();
  const { title } = passage.place;
  const rest = [placeText(passage.place), shortDate(passage.happenedAt, timeZone)]
    .filter((part) => part && part !== title)
    .join(", ");
  return (
    <span className="text-sm text-ink-3">
      {passage.href ? (
        <Link href={passage.href} className="font-medium wrap-anywhere">
          {title}
        </Link>
      ) : (
        title
      )}
      {rest && `, ${rest}`}
    </span>
  );
}
