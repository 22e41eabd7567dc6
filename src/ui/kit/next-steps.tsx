import { CornerDownLeft } from "lucide-react";
import { Link } from "wouter";
import { buttonClass } from "./button.tsx";

type Step = { label: string; href: string | null };
type Props = { of: readonly Step[]; disabled?: boolean; onAsk: ((text: string) => void) | null };

/** What to do after an answer: pages to open, and texts to send. */
export function NextSteps({ of, disabled, onAsk }: Props) {
  const shown = of.filter(({ href }) => href !== null || onAsk !== null);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Next" data-control className="mt-1 flex flex-wrap gap-1.5">
      {shown.map(({ label, href }) => (
        <li key={label} className="max-w-full">
          {href ? (
            <Link href={href} className={buttonClass("plain", true)}>
              {label}
            </Link>
          ) : (
            <button
              type="button"
              disabled={disabled}
              className={`${buttonClass("plain", true)} h-auto! min-h-9 max-w-full py-1.5 leading-4! whitespace-normal! md:min-h-control-sm`}
              onClick={() => onAsk?.(label)}
            >
              <CornerDownLeft size={13} strokeWidth={1.75} aria-hidden className="flex-none" />
              <span className="min-w-0 text-left wrap-anywhere">{label}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
