import { useIsAdmin } from "#features/accounts/web/queries.ts";
import { useEngine, useLocalModels } from "#features/models/web/queries.ts";
import type { ButtonLook } from "#ui/kit/button.tsx";
import { onDemand } from "#ui/on-demand.ts";

const LocalServer = onDemand(() => import("./local-server.tsx"));

type Props = {
  /** Of the button that connects it. */
  look?: ButtonLook;
};

/** A model server on this machine, offered to admins where no model is connected. */
export function LocalOffer({ look = "plain" }: Props) {
  const { data } = useEngine();
  const isAdmin = useIsAdmin();
  // A model that is paused is connected.
  return isAdmin && data?.engine === "rules" && data.paused === null ? <Found look={look} /> : null;
}

/** What runs on this machine; its code is fetched where a server answers. */
function Found({ look }: Required<Props>) {
  const { data: found = [] } = useLocalModels();
  return found.map((server) => <LocalServer key={server.provider} look={look} {...server} />);
}
