import { sentenceOf } from "../api.ts";
import { cx } from "./cx.ts";

type Props = { of: Error | string | false | null | undefined; className?: string };

/** Why something failed, announced; nothing without a reason. */
export const Problem = ({ of, className }: Props) =>
  of ? (
    <p role="alert" className={cx("text-sm text-danger", className)}>
      {typeof of === "string" ? of : sentenceOf(of)}
    </p>
  ) : null;
