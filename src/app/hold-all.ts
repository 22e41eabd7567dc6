import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { companiesForOperator } from "#features/accounts/operator/store.ts";
import { stop } from "#features/oversight/service.ts";
import { askServer, serveCommand } from "#platform/command-socket.ts";
import { mintCompany, type Platform } from "#platform/context.ts";
import { asOperator } from "#platform/db/operator.ts";

type ConnectOwner = Parameters<typeof asOperator>[0];

const line = z.union([z.strictObject({ companies: z.number() }), z.strictObject({ fault: z.string() })]);

/** Stops everything autonomous in every company, even if it fails in some. Returns the number of companies. */
export async function holdAll(platform: Platform, connectOwner: ConnectOwner): Promise<number> {
  const companies = await asOperator(connectOwner, companiesForOperator);
  const failed: unknown[] = [];
  for (const company of companies)
    await jobContext(platform, mintCompany(company))
      .then(stop)
      .catch((error: unknown) => failed.push(error));
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${companies.length} companies could not be stopped. Run npm run hold again.`, {
      cause: failed[0],
    });
  return companies.length;
}

/** Lets `npm run hold` reach the process that has the embedded database. */
export const serveHolds = (platform: Platform, connectOwner: ConnectOwner): (() => Promise<void>) =>
  serveCommand(platform.installation.dataDir, "hold", platform.log, async (send) =>
    send({ companies: await holdAll(platform, connectOwner) }),
  );

/** Asks the server that owns the folder to stop everything; null if none is running. */
export async function requestHold(dataDir: string): Promise<number | null> {
  const lines = await askServer(dataDir, "hold");
  if (!lines) return null;
  for await (const text of lines) {
    const message = line.parse(JSON.parse(text));
    if ("fault" in message) throw new Error(message.fault);
    return message.companies;
  }
  throw new Error("The server stopped before everything was held.");
}
