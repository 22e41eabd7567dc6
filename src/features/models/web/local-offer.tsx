import { useIsAdmin } from "#features/accounts/web/queries.ts";
import { useEngine } from "#features/models/web/queries.ts";
import type { ButtonLook } from "#ui/kit/button.tsx";
import { onDemand } from "#ui/on-demand.ts";

const LocalServers = onDemand(() => import("./local-servers.tsx"));

/** A model server on this machine, offered to admins where no model is connected. `look`: of the button that connects it. */
export function LocalOffer({ look = "plain" }: { look?: ButtonLook }) {
  const { data } = useEngine();
  const isAdmin = useIsAdmin();
  // A model that is paused is connected.
  return isAdmin && data?.engine === "rules" && data.paused === null ? <LocalServers look={look} /> : null;
}
