import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "./server.ts";
import type { Stage } from "./stage.ts";

/** How often a kill looks for a better moment. */
const mostLooks = 30;

export type Instances = {
  /** Those that live now, by the name PostgreSQL knows their connections by. */
  living: Map<string, Server>;
  /** The address of one that lives, another one for each caller as far as there are. */
  place: (caller: number) => string;
  start: (name: string, env?: Record<string, string>) => Promise<Server>;
  /** Stops it again and again until `look` finds it at what it should be killed at, then ends it with -9. */
  kill(name: string, look?: () => Promise<boolean>): Promise<void>;
};

/** Instances of the product on one PostgreSQL, each with a folder of its own and all with the same keys. */
export function instancesOn(databaseUrl: string, stage: Stage): Instances {
  const keys = {
    ENCRYPTION_KEYS: `first:${randomBytes(32).toString("base64")}`,
    AUDIT_KEY: randomBytes(32).toString("base64"),
  };
  const living = new Map<string, Server>();
  return {
    living,
    place(caller) {
      const all = [...living.values()];
      return all[caller % all.length]?.url ?? "http://127.0.0.1:9";
    },
    async start(name, env = {}) {
      const server = await stage.start({
        ...keys,
        DATA_DIR: join(stage.folder, name),
        DATABASE_URL: databaseUrl,
        PGAPPNAME: name,
        LOG_LEVEL: "fatal",
        ...env,
      });
      living.set(name, server);
      return server;
    },
    async kill(name, look) {
      const server = living.get(name);
      if (!server) return;
      for (let attempt = 1; look && attempt <= mostLooks; attempt += 1) {
        server.signal("SIGSTOP");
        await sleep(20);
        if (await look()) break;
        server.signal("SIGCONT");
        await sleep(20);
      }
      server.signal("SIGKILL");
      living.delete(name);
      await server.ended;
    },
  };
}
