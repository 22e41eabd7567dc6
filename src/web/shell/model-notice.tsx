import { Link } from "wouter";

/** Shown on every page while calls to the company's language model are paused: one line instead of many errors. */
export default function ModelNotice({ sentence }: { sentence: string }) {
  return (
    <aside
      aria-label="Language model"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line bg-warning-wash px-4 py-1.5 text-sm md:px-6"
    >
      <p role="status" className="min-w-0 flex-1 basis-64">
        {sentence}
      </p>
      <Link href="/company-settings?tab=models" className="font-medium underline underline-offset-2">
        AI models
      </Link>
    </aside>
  );
}
