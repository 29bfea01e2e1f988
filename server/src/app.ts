import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '#contract/endpoints.ts';
import { endExpiredKeys } from './features/api-keys/api-keys.queries.ts';
import { apiKeysReactions } from './features/api-keys/api-keys.jobs.ts';
import { apiKeysRoutes } from './features/api-keys/api-keys.routes.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { deleteExpiredCodes } from './features/embedding/embedding.queries.ts';
import { embeddingRoutes } from './features/embedding/embedding.routes.ts';
import { hubsReactions } from './features/hubs/hubs.jobs.ts';
import { hubsRoutes } from './features/hubs/hubs.routes.ts';
import { menusRoutes } from './features/menus/menus.routes.ts';
import { importRunsReactions, importRunsUpkeep } from './features/import-runs/import-runs.jobs.ts';
import { importRunsRoutes } from './features/import-runs/import-runs.routes.ts';
import { importCampus } from './features/imports/imports.actions.ts';
import { undoImport } from './features/imports/ledger/ledger.actions.ts';
import { importRoster } from './features/rosters/rosters.actions.ts';
import { rostersReactions } from './features/rosters/rosters.jobs.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { chatReactions, chatSources } from './features/chat/chat.jobs.ts';
import { chatRoutes } from './features/chat/chat.routes.ts';
import { chatFilePath } from './features/chat/files/file-address.ts';
import { openChatFile } from './features/chat/files/files.actions.ts';
import { deleteLooseFiles, selectChatFiles } from './features/chat/files/files.queries.ts';
import { selectGroupPictures } from './features/chat/groups/groups.queries.ts';
import {
  gatherArrival,
  mayWatch,
  tellTyping,
  welcomeToChat,
} from './features/chat/presence/presence.actions.ts';
import {
  deleteUnusedPreviews,
  selectPreviewFiles,
} from './features/chat/previews/previews.queries.ts';
import { retireMessages } from './features/chat/retention/retention.queries.ts';
import { sweepBlocks } from './features/chat/words/words.queries.ts';
import { connectionsRoutes } from './features/connections/connections.routes.ts';
import { directoryRoutes } from './features/directory/directory.routes.ts';
import { keepPosts } from './features/directory/places/places.queries.ts';
import { passwordsReactions } from './features/passwords/passwords.jobs.ts';
import { passwordsRoutes } from './features/passwords/passwords.routes.ts';
import { inboxRoutes } from './features/newsletters/inbox/inbox.routes.ts';
import { newslettersReactions } from './features/newsletters/newsletters.jobs.ts';
import {
  deleteUnusedNewsletterPictures,
  selectNewsletterFiles,
  takeUpNewsletters,
} from './features/newsletters/newsletters.queries.ts';
import { newslettersRoutes } from './features/newsletters/newsletters.routes.ts';
import {
  notificationsReactions,
  notificationsSources,
} from './features/notifications/notifications.jobs.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import {
  forgetOldNotifications,
  takeUpNotifications,
} from './features/notifications/upkeep/upkeep.queries.ts';
import { keepWords } from './features/people/erasure/erasure.queries.ts';
import { peopleRoutes } from './features/people/people.routes.ts';
import { deleteExpiredResets } from './features/passwords/passwords.queries.ts';
import { deleteExpiredSessions } from './features/sessions/sessions.queries.ts';
import { selectSchool, selectSchoolFiles } from './features/schools/schools.queries.ts';
import { privacyRoutes } from './features/people/privacy/privacy.routes.ts';
import {
  connectionsReactions,
  connectionsSources,
} from './features/connections/connections.jobs.ts';
import { safetyReactions, safetySources } from './features/safety/safety.jobs.ts';
import {
  deleteUnusedPictures,
  selectPictureFiles,
} from './features/people/pictures/pictures.queries.ts';
import { picturesRoutes } from './features/people/pictures/pictures.routes.ts';
import { ledgerReactions, ledgerUpkeep } from './features/imports/ledger/ledger.jobs.ts';
import { selectLedgerFiles } from './features/imports/ledger/ledger.queries.ts';
import { sessionsReactions, sessionsSources } from './features/sessions/sessions.jobs.ts';
import { suggestionsReactions } from './features/suggestions/suggestions.jobs.ts';
import { safetyRoutes } from './features/safety/safety.routes.ts';
import { scimReactions } from './features/scim/scim.jobs.ts';
import { scimRoutes } from './features/scim/scim.routes.ts';
import { suggestionsRoutes } from './features/suggestions/suggestions.routes.ts';
import { savedSearchesReactions } from './features/saved-searches/saved-searches.jobs.ts';
import { savedSearchesRoutes } from './features/saved-searches/saved-searches.routes.ts';
import { deleteEndedLinks } from './features/sharing/sharing.queries.ts';
import { sharingReactions } from './features/sharing/sharing.jobs.ts';
import { sharingRoutes } from './features/sharing/sharing.routes.ts';
import { originsRoutes } from './features/schools/origins/origins.routes.ts';
import { schoolsRoutes } from './features/schools/schools.routes.ts';
import { sessionsRoutes } from './features/sessions/sessions.routes.ts';
import { setupRoutes } from './features/sso/setup/setup.routes.ts';
import { askForAgedMetadata, ssoReactions } from './features/sso/sso.jobs.ts';
import { deleteExpiredRequests } from './features/sso/sso.queries.ts';
import { ssoRoutes } from './features/sso/sso.routes.ts';
import { deleteOldDeliveries } from './features/webhooks/deliveries/deliveries.queries.ts';
import { webhooksReactions } from './features/webhooks/webhooks.jobs.ts';
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts';
import { isLoopback, isProxyOf } from './kernel/http/addresses.ts';
import { serveApiDocument } from './kernel/http/api-document.ts';
import {
  arrivalOptions,
  boundArrivals,
  usualPatience,
  type Patience,
} from './kernel/http/request-timeouts.ts';
import { serveAttachments } from './kernel/http/attachments.ts';
import type { Clock } from './kernel/clock.ts';
import type { Scope } from './kernel/context.ts';
import { guardAnswers } from './kernel/http/cross-origin.ts';
import type { Pool } from './kernel/database/database.ts';
import { openEntries } from './kernel/security/auth-cache.ts';
import { openDoors, usualConnections, type Place } from './kernel/http/listener.ts';
import { dropFiles } from './kernel/files/file-references.ts';
import type { Files } from './kernel/files/files.ts';
import { serveHealth } from './kernel/http/health.ts';
import type { SchoolId } from './kernel/ids.ts';
import { openJobs, type Jobs } from './kernel/jobs/jobs.ts';
import { openHub, type Hub } from './kernel/live/hub.ts';
import { noLive, type Live, type LiveParts } from './kernel/live/live.ts';
import type { ProcessLog } from './kernel/log.ts';
import type { Mail } from './kernel/outbound/mail.ts';
import { openMetrics } from './kernel/http/metrics.ts';
import { openOutbound, type Outbound } from './kernel/outbound/outbound.ts';
import { parseJson, parseQuery } from './kernel/http/input.ts';
import { boundOpenAnswers } from './kernel/http/response-budget.ts';
import { servePlayground } from './kernel/http/playground.ts';
import { servePictures } from './kernel/files/pictures.ts';
import { refused } from './kernel/http/problem.ts';
import { serveAppManifest } from './kernel/http/app-manifest.ts';
import { openRefusalLog } from './kernel/http/error-log.ts';
import { openRefusalPace } from './kernel/http/error-delay.ts';
import { handleError, sendRefusal, serve, type Parts } from './kernel/http/serve.ts';
import type { Tickets } from './kernel/security/tokens.ts';
import { kernelUpkeep, startUpkeep } from './kernel/jobs/maintenance.ts';
import { serveWeb } from './kernel/http/web.ts';

/** The visible list of features. */
const routes = [
  ...schoolsRoutes,
  ...sessionsRoutes,
  ...passwordsRoutes,
  ...peopleRoutes,
  ...picturesRoutes,
  ...privacyRoutes,
  ...directoryRoutes,
  ...connectionsRoutes,
  ...safetyRoutes,
  ...suggestionsRoutes,
  ...savedSearchesRoutes,
  ...hubsRoutes,
  ...menusRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...importRunsRoutes,
  ...apiKeysRoutes,
  ...scimRoutes,
  ...ssoRoutes,
  ...setupRoutes,
  ...sharingRoutes,
  ...newslettersRoutes,
  ...inboxRoutes,
  ...notificationsRoutes,
  ...originsRoutes,
  ...embeddingRoutes,
  ...webhooksRoutes,
  ...chatRoutes,
];
/** Who names stored files. What none of them names is removed. */
export const fileKeepers = [
  selectPictureFiles,
  selectSchoolFiles,
  selectLedgerFiles,
  selectNewsletterFiles,
  selectChatFiles,
  selectGroupPictures,
  selectPreviewFiles,
];
const reactions = [
  ...passwordsReactions,
  ...connectionsReactions,
  ...sessionsReactions,
  ...safetyReactions,
  ...suggestionsReactions,
  ...savedSearchesReactions,
  ...apiKeysReactions,
  ...hubsReactions,
  ...scimReactions,
  ...rostersReactions,
  ...ledgerReactions,
  dropFiles(fileKeepers),
  ...importRunsReactions({ campus: importCampus, oneroster: importRoster, undo: undoImport }),
  ...ssoReactions,
  ...sharingReactions,
  ...newslettersReactions,
  ...notificationsReactions,
  ...webhooksReactions,
  ...chatReactions,
];

/** What sockets hear and say. */
const liveParts: LiveParts = {
  sources: [
    ...sessionsSources,
    ...connectionsSources,
    ...chatSources,
    ...notificationsSources,
    ...safetySources,
  ],
  welcome: welcomeToChat,
  calls: { typing: tellTyping, arrived: gatherArrival },
  mayWatch,
};

/** Largest body a call accepts, in bytes. */
const bodyMax = 1_048_576;

/** What the product needs from outside; tests bring their own. */
export interface AppParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly files: Files;
  readonly tickets: Tickets;
  /** Calls to other servers; to public addresses over https only when left out. */
  readonly outbound?: Outbound;
  /** Calls to addresses of webhooks; likewise. */
  readonly hooks?: Outbound;
  /** Calls to pages that messages name; likewise. */
  readonly pages?: Outbound;
  readonly log: ProcessLog;
  /** Host under which schools are labels. */
  readonly base: string;
  /** Addresses of proxies whose X-Forwarded-* headers are believed, comma-joined; none by default. */
  readonly trustProxy?: string;
  /** How long connections may keep the server waiting, where that is not as usual. */
  readonly patience?: Partial<Patience>;
  /** Connections of one address at most; 1,000 when left out. */
  readonly connectionsPerAddress?: number;
  /** Whoever shows it may read /metrics from elsewhere than this machine. */
  readonly metricsToken?: string;
  /** Folder of the built web app; without it only the calls are served. */
  readonly web?: string;
  /** Address of the bus that servers share; one server alone needs none. */
  readonly redisUrl?: string;
  /** Waits so many milliseconds before a refusal is told; of the clock on the wall when left out. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Whether relay, workers and the hub run by themselves; tests settle them by hand. */
  readonly live: boolean;
  readonly version: string;
}

/** A server that is ready but does not listen yet. */
export interface App {
  readonly http: FastifyInstance;
  readonly jobs: Jobs;
  readonly hub: Hub;
  /** Takes who comes; rejects where somebody listens there already. */
  listen(place: Place): Promise<void>;
  /** Every mounted route as `METHOD /path`, for the route audit. */
  readonly mounted: readonly string[];
  /** From now on /readyz says no, so that a proxy sends what comes to another server; what comes is still answered. */
  drain(): void;
  close(): Promise<void>;
}

/** What is put in order every hour. */
export const upkeep = [
  kernelUpkeep,
  deleteExpiredSessions,
  deleteExpiredResets,
  deleteExpiredRequests,
  deleteExpiredCodes,
  askForAgedMetadata,
  deleteUnusedPictures,
  keepPosts,
  keepWords,
  ledgerUpkeep,
  deleteEndedLinks,
  deleteUnusedNewsletterPictures,
  takeUpNewsletters,
  endExpiredKeys,
  deleteOldDeliveries,
  forgetOldNotifications,
  takeUpNotifications,
  retireMessages,
  sweepBlocks,
  deleteLooseFiles,
  deleteUnusedPreviews,
];

/** Builds the server. Several can live in one process. */
export const createApp = async (given: AppParts): Promise<App> => {
  const patience = { ...usualPatience, ...given.patience };
  const http = fastify({
    bodyLimit: bodyMax,
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    logger: false,
    routerOptions: {
      querystringParser: parseQuery,
      ignoreTrailingSlash: false,
      maxParamLength: 200,
    },
    trustProxy: given.trustProxy ?? false,
    ...arrivalOptions(patience),
    frameworkErrors: (error, request, reply) =>
      void sendRefusal(
        request,
        reply,
        refused(error.code === 'FST_ERR_BAD_URL' ? 'bad_encoding' : 'invalid_input'),
      ),
  });
  const isProxy = isProxyOf(given.trustProxy);
  const doors = openDoors(http, {
    most: given.connectionsPerAddress ?? usualConnections,
    // This machine's own are those of a proxy, or of its operator.
    isFree: (address) => isLoopback(address) || isProxy(address),
  });
  const mounted: string[] = [];
  http.addHook('onRoute', ({ method, url }) => {
    mounted.push(...[method].flat().map((one) => `${one} ${url}`));
  });
  await http.register(cookie);
  // gzip only: brotli at its usual quality costs more time than it saves on answers made anew each time.
  await http.register(compress, { threshold: 1_024, encodings: ['gzip', 'identity'] });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'buffer' },
    (request, body, done) => {
      try {
        const saysScim = request.headers['content-type']?.includes('scim+json') === true;
        if (saysScim && request.routeOptions.config.receives !== 'scim')
          throw refused('unsupported_media_type');
        done(null, parseJson(Buffer.isBuffer(body) ? body : Buffer.from(body)));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), undefined);
      }
    },
  );
  const jobsOf: Pick<Jobs, 'nudge'> = { nudge: () => undefined };
  // Filled below: what the hub needs is made of the same parts.
  const hubOf: { live: Live; hub: Hub | null } = { live: noLive, hub: null };
  const metrics = openMetrics(given.pool, () => hubOf.hub);
  const parts: Parts = {
    ...given,
    entries: openEntries(given.clock),
    outbound: given.outbound ?? openOutbound(),
    hooks: given.hooks ?? openOutbound(),
    pages: given.pages ?? openOutbound(),
    nudge: (kind) => jobsOf.nudge(kind),
    live: { deliver: (school, told) => hubOf.live.deliver(school, told) },
    observe: metrics.observe,
    noteRefusal: openRefusalLog(given.log, given.clock),
  };
  const scopeOf = async (school: SchoolId, origin = ''): Promise<Scope> => ({
    ...parts,
    school: await selectSchool(given.pool, school),
    actor: { kind: 'job' },
    requestId: randomUUID(),
    call: 'job',
    origin,
    userAgent: '',
    address: '',
  });
  const jobs = await openJobs({
    pool: given.pool,
    log: given.log,
    clock: given.clock,
    reactions,
    live: given.live,
    scopeOf,
  });
  jobsOf.nudge = jobs.nudge;
  const hub = await openHub({
    http: http.server,
    parts,
    live: liveParts,
    redisUrl: given.redisUrl,
    reads: given.live,
  });
  hubOf.live = hub;
  hubOf.hub = hub;
  const stopUpkeep = given.live
    ? startUpkeep(parts, [...upkeep, importRunsUpkeep(given.files)], fileKeepers)
    : () => Promise.resolve();

  http.setErrorHandler(handleError(parts, openRefusalPace(given, given.wait ?? delay)));
  guardAnswers(http, parts);
  boundOpenAnswers(http, parts);
  boundArrivals(http, patience);
  await serve(http, routes, parts);
  const health = serveHealth(http, {
    pool: given.pool,
    files: given.files,
    hub,
    metrics,
    token: given.metricsToken,
  });
  servePictures(http, parts);
  serveAppManifest(http, parts);
  serveAttachments(http, parts, chatFilePath, { open: openChatFile, scopeOf });
  serveApiDocument(http, endpoints, given.version);
  servePlayground(http, given.base);
  await serveWeb(http, given.web, parts);
  return {
    http,
    jobs,
    hub,
    mounted,
    listen: doors.listen,
    drain: health.drain,
    close: async () => {
      await stopUpkeep();
      await hub.close();
      await doors.close();
      await jobs.stop();
    },
  };
};
