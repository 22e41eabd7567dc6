import { nothing, percent } from "#ui/format.ts";

function performanceTone(value: number): "success" | "warning" | "danger" {
  if (value >= 90) return "success";
  return value >= 70 ? "warning" : "danger";
}

const colours = { success: "text-success", warning: "text-warning", danger: "text-danger" };

export function Performance({ value, plain }: { value: number | null; plain?: boolean }) {
  if (value === null)
    return (
      <span className="text-ink-3" title="Shown after 5 finished tasks">
        {nothing}
        <span className="sr-only"> no record yet</span>
      </span>
    );
  const tone = performanceTone(value);
  return (
    <span data-tone={plain ? undefined : tone} className={plain ? "num" : `num ${colours[tone]}`}>
      {percent(value, 1)}
    </span>
  );
}
