import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { type Action, catalogOfActions } from "#agency/action.ts";
import { type Agency, handlersBySkill } from "#agency/agency.ts";
import type { ChooseEngine } from "#agency/engine.ts";
import { chooseFrom } from "#agency/model/choose.ts";
import { accountedBy } from "#features/models/accounting/service.ts";
import { connectionFor } from "#features/models/connection/service.ts";
import { runJobs } from "#agency/run/job.ts";
import type { SkillHandler } from "#agency/skill.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/store.ts";
import { recheckApprovals } from "#features/decisions/release/service.ts";
import { recordSettled } from "#features/outbox/service.ts";
import { gateWrite } from "#features/decisions/asking/service.ts";
import { watchForgotten } from "#agency/run/waiting/forgotten.ts";
import { serveHolds } from "#app/hold-all.ts";
import { type Connector, connectorsById } from "#connectors/connector.ts";
import type { MailboxKind } from "#connectors/mailbox.ts";
import * as product from "#app/rooms.ts";
import { serveBackups } from "#platform/backup/socket.ts";
import type { SnapshotState } from "#platform/backup/snapshot-state.ts";
import { keepSnapshots, type Snapshots } from "#platform/backup/snapshots.ts";
import { now } from "#platform/clock.ts";
import { assistantAccess } from "#features/accounts/assistants/signing/service.ts";
import { countActive } from "#features/accounts/members/store.ts";
import { companyWatch, fillLooks } from "#features/accounts/operator/store.ts";
import { checkCaller, whyEnded } from "#features/accounts/sessions/store.ts";
import { resumeEmbedding } from "#features/brain/vectors/service.ts";
import { replayErasures } from "#features/privacy/erasing/service.ts";
import type { Config } from "#platform/config.ts";
import type { Following, Installation, Platform } from "#platform/context.ts";
import { backgroundCompanies, findPerson, jobContext } from "#features/accounts/service.ts";
import { background } from "#platform/jobs/background.ts";
import { startScheduler } from "#platform/jobs/keep-time.ts";
import { catalogOf, type EventType } from "#platform/journal/event.ts";
import type { Route } from "#platform/http/route.ts";
import type { Database } from "#platform/db/database.ts";
import { openNoticeListener } from "#platform/db/notice-listener.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { type OpenDatabase, openDatabase } from "#platform/db/open.ts";
import { defaultOperator } from "#contract/operator.ts";
import { guardEntrance } from "#platform/http/entrance.ts";
import { watchForeignIds } from "#platform/http/foreign-ids.ts";
import { type HookRoute, serveHooks } from "#platform/http/hook.ts";
import { serveHealth } from "#platform/http/health.ts";
import { serveOpenApi } from "#platform/http/openapi.ts";
import { openProvider } from "#platform/http/provider.ts";
import { type PageRoute, servePage } from "#platform/http/serve-page.ts";
import { type Serving, serveRoute } from "#platform/http/serve.ts";
import { openDrain } from "#platform/http/drain.ts";
import { makeServer, serveBrowserPart } from "#platform/http/server.ts";
import { refuseWrites } from "#platform/http/space.ts";
import type { CallerGate } from "#platform/http/caller.ts";
import { dropOldKeys } from "#platform/idempotency/retention.ts";
import { openTurns } from "#platform/http/turns.ts";
import { openJobs } from "#platform/jobs.ts";
import { openLive, speakWebSocket } from "#platform/live/live.ts";
import { keepAnchors } from "#platform/journal/anchors.ts";
import { keepCopy } from "#platform/journal/outside.ts";
import { lazily, openOAuth, serveOAuth } from "#platform/oauth/serve.ts";
import { serveMcp } from "#platform/mcp/serve.ts";
import type { NeedSource } from "#platform/needs.ts";
import { type Subject, subjectsById } from "#platform/query/subject.ts";
import { createLog } from "#platform/log.ts";
import { openLogCopy } from "#platform/log-copy.ts";
import { mailDelivery } from "#platform/mail/delivery.ts";
import { openMailer } from "#platform/mail/transport.ts";
import { openEmbedder } from "#platform/embedding/open.ts";
import { openModels } from "#platform/model/models.ts";
import { openHttpOut } from "#platform/http-out/http-out.ts";
import { type DeliveryKind, kindsByName } from "#platform/outbox/delivery.ts";
import { openOutbox } from "#platform/outbox/outbox.ts";
import { openSecrets } from "#platform/secrets.ts";
import { openAlerts } from "#platform/security/alerts.ts";
import { alertDelivery } from "#platform/security/webhook.ts";
import { openSecurityCounts } from "#platform/security/counts.ts";
import { keySince, probeAnswers, type Protection, tlsOf } from "#platform/security/protection.ts";
import { read } from "#platform/db/transaction.ts";
import { requireSpace, watchSpace } from "#platform/space.ts";
import { newestIn, watchInstance } from "#platform/telemetry/instance.ts";
import { watchProcess } from "#platform/telemetry/process.ts";
import { serveTelemetry } from "#platform/telemetry/serve.ts";
import { openTelemetry, type Telemetry } from "#platform/telemetry/telemetry.ts";
import { makeFolder } from "#platform/folder.ts";

const webFolder = fileURLToPath(new URL("../../dist/web", import.meta.url));

export type Boardroom = {
  app: FastifyInstance;
  platform: Platform;
  database: Database;
  connectOwner: OpenDatabase["connectOwner"];
  notes: readonly string[];
  telemetry: Telemetry;
  /** Null when the database is not the embedded one. */
  snapshots: Snapshots | null;
  /** Finishes requests under way, closes sockets, requeues jobs, closes the database. */
  close(): Promise<void>;
};

/** What all rooms contribute. */
export type Rooms = {
  routes: readonly Route[];
  pages?: readonly PageRoute[];
  events: readonly EventType[];
  actions: readonly Action[];
  handlers: readonly SkillHandler[];
  subjects: readonly Subject[];
  /** What needs a person. */
  needs?: readonly NeedSource[];
  /** What leaves the product. */
  deliveries?: readonly DeliveryKind[];
  /** The services a company can connect. */
  connectors?: readonly Connector[];
  /** The kinds of mailboxes. */
  mailboxes?: readonly MailboxKind[];
  /** Where programs outside post to. */
  hooks?: readonly HookRoute[];
  /** What follows the journal from outside. */
  followed?: Following;
  /** The tools of others that agents may use; by default none. */
  foreignTools?: Agency["foreignTools"];
  /** By default the operator's language model, or rules without one. */
  chooseEngine?: ChooseEngine;
} & Parameters<typeof background>[0];

/** Builds the whole product, ready to listen. */
export async function compose(config: Config, rooms: Rooms = product): Promise<Boardroom> {
  const { routes } = rooms;
  const events = catalogOf(rooms.events);
  const telemetry = openTelemetry();
  const { metrics, count } = telemetry;
  const models = openModels(config.models, count);
  const agency: Agency = {
    actions: catalogOfActions(rooms.actions),
    skillHandlers: handlersBySkill(rooms.handlers),
    persona: agents.find,
    person: findPerson,
    isHeld: authority.isHeld,
    recheckApprovals,
    take: gateWrite,
    foreignTools: rooms.foreignTools ?? (async () => []),
    chooseEngine: rooms.chooseEngine ?? chooseFrom(models, connectionFor, accountedBy),
    context: jobContext,
  };
  const work = background({ ...rooms, jobs: [...rooms.jobs, ...runJobs()] }, backgroundCompanies);
  const alertsOut = alertDelivery(config.alertWebhook);
  const kinds = kindsByName([...(rooms.deliveries ?? []), mailDelivery, alertsOut]);
  const logCopy = config.logCopy && openLogCopy(config.logCopy, () => count("log_copy_failures"));
  const log = createLog(config.logLevel, logCopy);
  const embedder = openEmbedder(config, log);
  const http = openHttpOut(config.privateAddresses);
  const closers: (() => Promise<unknown>)[] = [
    async () => logCopy?.stop(),
    async () => models.close(),
    async () => http.close(),
    () => Promise.all((rooms.mailboxes ?? []).map(async (kind) => kind.stop?.())),
    () => embedder.close(),
  ];
  const close = async (): Promise<void> => {
    for (const end of closers.reverse()) await end();
    closers.length = 0;
  };
  try {
    if (!config.databaseUrl) {
      makeFolder(config.dataDir);
      const ownership = await ownDataFolder(config.dataDir, () => {
        log.fatal("another process took the data folder over; stopping");
        process.exit(1);
      });
      closers.push(() => ownership.release());
      await requireSpace(config);
    }
    const secrets = openSecrets(config);
    const { database, notes, connectOwner } = await openDatabase(config, secrets, log, work.jobs, count);
    closers.push(() => database.close());
    await fillLooks(connectOwner).catch((error: unknown) =>
      log.error({ err: error }, "could not fill the look-alike keys of older names"),
    );
    const notices = await openNoticeListener(database, log);
    closers.push(() => notices.stop());
    const queue = await openJobs(database, notices, log, count, work);
    closers.push(() => queue.stop());
    let outbox: Awaited<ReturnType<typeof openOutbox>> | undefined;
    let stopClock = async (): Promise<void> => undefined;
    closers.push(() => stopClock());
    const space = watchSpace(config, database, log, (full) => {
      outbox?.rest(full);
      queue.rest(full).catch((error: unknown) => log.error({ err: error }, "could not pause or resume the jobs"));
    });
    closers.push(async () => space.stop());
    const snapshots = snapshotsOf(database, connectOwner);
    const counts = openSecurityCounts(connectOwner, log);
    closers.push(() => counts.stop());
    const countForeign = (company: string): void => counts.add(company, "foreign");
    const keys = { source: secrets.source, since: keySince(config.dataDir, secrets) };
    const installation: Installation = {
      dataDir: config.dataDir,
      startedAt: now(),
      undoSeconds: config.undoSeconds,
      plans: config.plans,
      requiresSecondFactor: config.requiresSecondFactor,
      sendsMail: config.mail !== null,
      snapshots: () => snapshots?.state() ?? null,
      backupAt: () => latest(newestIn(join(config.dataDir, "backups")), snapshots?.state().last?.at ?? null),
      protection: () => protection,
      connections: (company) => live.countOf(company),
      hasCompany: companyWatch(connectOwner),
      isAlone: async (company) => (await read(await jobContext(platform, company), countActive)) === 1,
    };
    const subjects = subjectsById(rooms.subjects);
    const platform: Platform = {
      database,
      secrets,
      log,
      jobs: queue,
      count,
      events,
      agency,
      subjects,
      needs: rooms.needs ?? [],
      models: {
        calls: models,
        operator: config.models.connection,
        operatorBudget: config.models.budget,
        asksConsent: config.models.asksConsent,
        allowsPrivate: config.models.allowsPrivate,
      },
      embedder,
      http,
      mail: { mailer: config.mail && openMailer(config.mail), publicUrl: config.publicUrl },
      outbox: { kinds, epoch: authority.holdEpochSql },
      connectors: connectorsById(rooms.connectors ?? []),
      clients: config.clients,
      mailboxes: connectorsById(rooms.mailboxes ?? []),
      oauth: lazily(() => openSignIn()),
      followed: rooms.followed ?? { sql: "false", run: async () => undefined },
      installation,
    };
    const openSignIn = openOAuth(
      platform,
      assistantAccess(() => platform),
      config,
    );
    const erasedAgain = await replayErasures(platform, connectOwner);
    if (erasedAgain > 0)
      notes.push(
        `Deleted the data of ${erasedAgain === 1 ? "1 person" : `${erasedAgain} people`} again after a restore.`,
      );
    const gate: CallerGate = (...asked) => checkCaller(database, config.requiresSecondFactor, ...asked);
    const askWhy: Serving["whyEnded"] = (...asked) => whyEnded(database, ...asked);

    const { app, limits, format } = await makeServer(config, log, telemetry);
    // Hooks apply to what is registered after them, in this order.
    await speakWebSocket(app, format);
    const drain = openDrain(app);
    let alerts: ReturnType<typeof openAlerts> | undefined;
    const turns = openTurns(app, format, database, log, count);
    guardEntrance(app, limits);
    const foreignIds = watchForeignIds(connectOwner, log, count, countForeign);
    closers.push(() => foreignIds.stop());
    app.addHook("onResponse", (request, reply, done) => {
      if (reply.statusCode === 404) foreignIds.suspect(request);
      // Without a caller the request belongs to no company.
      if (request.caller && reply.statusCode === 403) counts.add(request.caller.company, "refused");
      if (request.caller && reply.statusCode === 429) counts.add(request.caller.company, "blocked");
      done();
    });
    refuseWrites(app, space);
    await serveBrowserPart(app, webFolder, config);
    const live = await openLive(app, notices, gate, config, platform, countForeign);
    let resuming: Promise<void> | null = null;
    // Concurrently, so that requests and jobs each get the whole time limit.
    closers.push(() => Promise.all([app.close(), queue.finish(), outbox?.stop(), resuming]));
    closers.push(() => live.stop());
    closers.push(() => alerts?.stop() ?? Promise.resolve());
    closers.push(drain);
    serveHealth(app, database, space);
    const stopWatching = watchProcess(metrics);
    closers.push(async () => stopWatching());
    const refresh = watchInstance(metrics, { config, database, jobs: queue, live });
    serveTelemetry(app, config.metricsToken, metrics, refresh);
    const endpoints = routes.map((route) => route.endpoint);
    serveOpenApi(app, endpoints);
    if (config.role !== "jobs") {
      const serving = { platform, config, limits, turns, gate, whyEnded: askWhy, provider: openProvider(config) };
      for (const route of routes) serveRoute(app, route, serving);
      for (const page of rooms.pages ?? []) servePage(app, page, serving);
      await serveHooks(app, rooms.hooks ?? [], serving);
      await serveOAuth(app, platform, limits, config, openSignIn);
      serveMcp(app, endpoints, serving);
    }
    await app.ready();
    const protection: Protection = {
      tls: tlsOf(config),
      rateLimitFactor: config.rateLimitFactor,
      answers: await probeAnswers(app, config),
      keys,
    };
    if (config.role !== "web") {
      await queue.work(work.jobs, platform);
      const sending = { stop: authority.heldDeliverySql, context: jobContext, settled: recordSettled };
      outbox = await openOutbox(platform, sending, notices, connectOwner);
      stopClock = startScheduler(work, connectOwner, platform);
      resuming = resumeEmbedding(connectOwner, platform);
      const anchors = join(config.dataDir, "anchors.jsonl");
      const copy = keepCopy(config.anchorsCopy, config.dataDir, connectOwner, log, count);
      closers.push(async () => copy.stop());
      const stop = keepAnchors(anchors, connectOwner, secrets, log, () => copy.update());
      closers.push(async () => stop());
      alerts = openAlerts({
        config,
        connectOwner,
        figures: () => queue.figures(),
        backupAt: () => installation.backupAt(),
        log,
        secrets,
        delivery: alertsOut,
      });
      const stopDropping = dropOldKeys(connectOwner, (error) =>
        log.warn({ err: error }, "old idempotency keys were not removed"),
      );
      closers.push(async () => stopDropping());
      const stopRecalling = watchForgotten(connectOwner, platform);
      closers.push(async () => stopRecalling());
    }
    if (!config.databaseUrl) closers.push(serveHolds(platform, connectOwner));
    if (snapshots) notes.push(snapshotNote(snapshots.state()));
    if (config.operator === defaultOperator && config.secure)
      notes.push("The public pages show example contacts and prices: set OPERATOR_FILE to your own.");
    if (secrets.source === "file") notes.push(`The keys are in ${config.dataDir}/keys.json: back it up with the data.`);
    return { app, platform, database, connectOwner, notes, telemetry, snapshots, close };

    function snapshotsOf(of: Database, connect: OpenDatabase["connectOwner"]): Snapshots | null {
      if (of.kind !== "embedded") return null;
      const { dataDir, snapshotEvery: everyMinutes } = config;
      const snapshots = keepSnapshots({ dataDir, everyMinutes, connect, secrets, log });
      closers.push(() => snapshots.stop(), serveBackups(dataDir, snapshots, log));
      return snapshots;
    }
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

function latest(seconds: number | null, moment: Date | null): Date | null {
  const times = [...(seconds === null ? [] : [seconds * 1_000]), ...(moment ? [moment.getTime()] : [])];
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function snapshotNote({ everyMinutes, folder, last }: SnapshotState): string {
  const lasting = "The embedded database survives a crash of the program, but not a power loss";
  if (everyMinutes === 0) return `${lasting}, and snapshots are off (SNAPSHOT_EVERY=0).`;
  const newest = last ? `the last is from ${last.at.toISOString().slice(0, 16).replace("T", " ")} UTC` : "none yet";
  return `${lasting}; snapshots are taken every ${everyMinutes} minutes into ${folder}; ${newest}.`;
}
