import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '#contract/endpoints.ts';
import { clientResultsData } from './features/account/account.queries.ts';
import { accountFeature } from './features/account/feature.ts';
import { adminFeature } from './features/admin/feature.ts';
import { announcementsFeature } from './features/announcements/feature.ts';
import { apiKeysFeature } from './features/api-keys/feature.ts';
import { approvalsFeature } from './features/approvals/feature.ts';
import { auditFeature } from './features/audit/feature.ts';
import { bookingFeature } from './features/booking/feature.ts';
import { calendarFeature } from './features/calendar/feature.ts';
import { chatFeature } from './features/chat/feature.ts';
import { clubRegistrationFeature } from './features/club-registration/feature.ts';
import { clubFilesFeature } from './features/club-files/feature.ts';
import { clubOfficeFeature } from './features/club-office/feature.ts';
import { clubPointsFeature } from './features/club-points/feature.ts';
import { clubsFeature } from './features/clubs/feature.ts';
import { coursesFeature } from './features/courses/feature.ts';
import { connectionsFeature } from './features/connections/feature.ts';
import { directoryFeature } from './features/directory/feature.ts';
import { duesFeature } from './features/dues/feature.ts';
import { embeddingFeature } from './features/embedding/feature.ts';
import { budgetsFeature } from './features/budgets/feature.ts';
import { electionsFeature } from './features/elections/feature.ts';
import { employersFeature } from './features/employers/feature.ts';
import { eventsFeature } from './features/events/feature.ts';
import { financesFeature } from './features/finances/feature.ts';
import { formsFeature } from './features/forms/feature.ts';
import { hubsFeature } from './features/hubs/feature.ts';
import { importRunsFeature } from './features/import-runs/feature.ts';
import { watchFolder } from './features/import-runs/watched-folder.ts';
import { importsFeature } from './features/imports/feature.ts';
import { sharedMembershipsFeature } from './features/shared-memberships/feature.ts';
import { jobsFeature } from './features/jobs/feature.ts';
import { linkPreviewsFeature } from './features/link-previews/feature.ts';
import { ltiFeature } from './features/lti/feature.ts';
import { menusFeature } from './features/menus/feature.ts';
import { newslettersFeature } from './features/newsletters/feature.ts';
import { notificationsFeature } from './features/notifications/feature.ts';
import { onboardingFeature } from './features/onboarding/feature.ts';
import { passwordsFeature } from './features/passwords/feature.ts';
import { paymentsFeature } from './features/payments/feature.ts';
import { refundCanceled } from './features/payments/called-off/called-off.ts';
import { placeOrder } from './features/payments/ordering/ordering.ts';
import { orderItemTypes } from './features/payments/orders/order-items.ts';
import { peopleFeature } from './features/people/feature.ts';
import { postsFeature } from './features/posts/feature.ts';
import { canRead } from './features/posts/post-access.ts';
import { reportsFeature } from './features/reports/feature.ts';
import { rolesFeature } from './features/roles/feature.ts';
import { recordFeature } from './features/record/feature.ts';
import { roomsFeature } from './features/rooms/feature.ts';
import { rostersFeature } from './features/rosters/feature.ts';
import { safetyFeature } from './features/safety/feature.ts';
import { savedSearchesFeature } from './features/saved-searches/feature.ts';
import { scheduleFeature } from './features/schedule/feature.ts';
import { schoolDataFeature } from './features/school-data/feature.ts';
import { schoolsFeature } from './features/schools/feature.ts';
import { scimFeature } from './features/scim/feature.ts';
import { sessionsFeature } from './features/sessions/feature.ts';
import { sharingFeature } from './features/sharing/feature.ts';
import { ssoFeature } from './features/sso/feature.ts';
import { storeFeature } from './features/store/feature.ts';
import { suggestionsFeature } from './features/suggestions/feature.ts';
import { surveysFeature } from './features/surveys/feature.ts';
import { uploadsFeature } from './features/uploads/feature.ts';
import { wordListFeature } from './features/word-list/feature.ts';
import { webhooksFeature } from './features/webhooks/feature.ts';
import {
  queueDelivered,
  canWatch,
  broadcastTyping,
  welcomeToChat,
} from './features/chat/conversations/presence.ts';
import { importCampus } from './features/imports/import-campus.ts';
import { undoImport } from './features/imports/journal/undo-import.ts';
import { importRoster } from './features/rosters/import-roster.ts';
import { selectSchool } from './features/schools/schools.queries.ts';
import {
  featureJobs,
  type ApprovalKind,
  type CalendarPart,
  type Feature,
  type PlaceOrder,
  type RefundTicket,
} from './kernel/feature.ts';
import { isLoopback, isProxyOf } from './kernel/http/addresses.ts';
import { serveApiDocument } from './kernel/http/api-document.ts';
import {
  timeoutOptions,
  limitRequests,
  defaultTimeouts,
  type RequestTimeouts,
} from './kernel/http/request-timeouts.ts';
import { serveAttachments } from './kernel/http/attachments.ts';
import { serveDocuments } from './kernel/http/documents.ts';
import type { Clock } from './kernel/clock.ts';
import type { Scope } from './kernel/context.ts';
import { setCrossOriginHeaders } from './kernel/http/cross-origin.ts';
import type { Pool } from './kernel/database/database.ts';
import type { Replicas } from './kernel/database/replicas.ts';
import { warmUpConnections } from './kernel/database/warm-up.ts';
import { openAuthCache } from './kernel/security/auth-cache.ts';
import { openListener, defaultConnections, type ListenAddress } from './kernel/http/listener.ts';
import { deleteUnusedFiles } from './kernel/files/file-references.ts';
import type { Files } from './kernel/files/files.ts';
import { serveProxyHosts } from './kernel/http/proxy-hosts.ts';
import { serveHealth } from './kernel/http/health.ts';
import type { SchoolId } from './kernel/ids.ts';
import { openJobs, type Jobs } from './kernel/jobs/jobs.ts';
import { openHub, type Hub } from './kernel/live/hub.ts';
import { noLive, type Live } from './kernel/live/live.ts';
import type { LiveParts } from './kernel/live/live-sources.ts';
import type { ProcessLog } from './kernel/log.ts';
import type { Mail } from './kernel/outbound/mail.ts';
import { openMetrics } from './kernel/http/metrics.ts';
import { openOutbound, type Outbound } from './kernel/outbound/outbound.ts';
import { parseJson, parseQuery } from './kernel/http/input.ts';
import { shareLimits } from './kernel/security/shared-limits.ts';
import type { LoadBudgets } from './kernel/load.ts';
import { defaultLoadBudgets } from './kernel/security/load-budget.ts';
import { limitOpenResponses } from './kernel/http/response-budget.ts';
import { servePlayground } from './kernel/http/playground.ts';
import { servePictures } from './kernel/files/pictures.ts';
import { problem } from './kernel/http/problem.ts';
import { serveAppManifest } from './kernel/http/app-manifest.ts';
import { openErrorLog } from './kernel/http/error-log.ts';
import { openErrorDelay } from './kernel/http/error-delay.ts';
import { handleError, sendProblem, serve, type Parts } from './kernel/http/serve.ts';
import type { Tokens } from './kernel/security/tokens.ts';
import { recountStorage } from './kernel/files/storage.ts';
import { kernelMaintenance, startMaintenance } from './kernel/jobs/maintenance.ts';
import { serveWeb } from './kernel/http/web.ts';

/** The importers, for admins, programs and the watched folder. */
const readers = { campus: importCampus, oneroster: importRoster, undo: undoImport };

const calendarParts = (): readonly CalendarPart[] =>
  campusFeatures.flatMap((one) => one.calendarParts ?? []);

/** Places an order for a ticket, for which someone registered. */
const placeTicketOrder: PlaceOrder = (call, { club, ticket }) =>
  placeOrder(call, orderTypes(), {
    clientId: randomUUID(),
    club: String(club),
    items: [ticket],
  });
/** Refunds a ticket whose registration was canceled. */
const refundTicket: RefundTicket = (context, ticket) =>
  refundCanceled(context, orderTypes(), ticket);
const orderTypes = () =>
  orderItemTypes(campusFeatures.flatMap(({ orderItems }) => orderItems ?? []));

const campusFeatures: readonly Feature[] = [
  peopleFeature,
  schoolsFeature,
  sessionsFeature,
  passwordsFeature,
  directoryFeature,
  connectionsFeature,
  safetyFeature,
  suggestionsFeature,
  sharedMembershipsFeature,
  savedSearchesFeature,
  hubsFeature,
  rolesFeature,
  menusFeature,
  auditFeature,
  importsFeature,
  rostersFeature,
  importRunsFeature(readers),
  apiKeysFeature,
  schoolDataFeature,
  scimFeature,
  ssoFeature,
  sharingFeature,
  newslettersFeature,
  notificationsFeature,
  onboardingFeature,
  embeddingFeature,
  webhooksFeature,
  chatFeature,
  adminFeature,
  announcementsFeature,
  clubsFeature,
  postsFeature,
  linkPreviewsFeature,
  wordListFeature,
  formsFeature,
  surveysFeature,
  budgetsFeature,
  electionsFeature,
  jobsFeature,
  employersFeature,
  eventsFeature(placeTicketOrder, refundTicket),
  clubRegistrationFeature,
  clubFilesFeature,
  clubPointsFeature,
  clubOfficeFeature,
  coursesFeature,
  ltiFeature,
  scheduleFeature(calendarParts),
  bookingFeature(calendarParts),
  calendarFeature(calendarParts),
  roomsFeature,
  financesFeature,
  recordFeature,
  storeFeature,
  duesFeature,
];
const moderatedFeatures = [
  ...campusFeatures,
  reportsFeature(campusFeatures.flatMap(({ reportTargets }) => reportTargets ?? [])),
];
const declaredKinds = campusFeatures.flatMap(({ approvalKinds }) => approvalKinds ?? []);
const referencingFeatures = [
  ...moderatedFeatures,
  paymentsFeature(campusFeatures.flatMap(({ orderItems }) => orderItems ?? [])),
  approvalsFeature(declaredKinds),
  uploadsFeature(moderatedFeatures.flatMap(({ uploadReferences }) => uploadReferences ?? [])),
];
/** The parts of a person's data export. */
export const personalData = [
  clientResultsData,
  ...referencingFeatures.flatMap((one) => one.personalData ?? []),
];
const campusWhole = [...referencingFeatures, accountFeature(personalData)];
/** References to stored files in the features' tables. Files without a reference are removed. */
export const fileReferences = campusWhole.flatMap((one) => one.fileReferences ?? []);
/** The hourly maintenance tasks. */
export const maintenance = [
  kernelMaintenance,
  recountStorage,
  ...campusWhole.flatMap((one) => one.maintenance ?? []),
];

/** The messages that sockets receive and send. */
const liveParts: LiveParts = {
  sources: campusWhole.flatMap((one) => one.liveSources ?? []),
  connectionState: async (context) => {
    const [{ rooms, isShown }, ...more] = await Promise.all([
      welcomeToChat(context),
      ...campusWhole.map((one) => one.liveRooms?.(context) ?? []),
    ]);
    return { rooms: [...rooms, ...more.flat()], isShown };
  },
  calls: { typing: broadcastTyping, arrived: queueDelivered },
  canWatch,
  canRead,
};

/** Maximum size of a request body, in bytes. */
const bodyMax = 1_048_576;

/** The server's external dependencies. Tests pass their own. */
export interface AppParts {
  readonly pool: Pool;
  /** Read replicas. None by default. */
  readonly replicas?: Replicas;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly files: Files;
  readonly tokens: Tokens;
  /** Client for requests to other servers. By default, it allows only https and public addresses. */
  readonly outbound?: Outbound;
  /** Client for requests to webhooks, with the same default. */
  readonly hooks?: Outbound;
  /** Client for requests to linked pages, with the same default. */
  readonly pages?: Outbound;
  readonly log: ProcessLog;
  /** Parent domain of the schools' host names. */
  readonly base: string;
  /** Addresses of proxies whose X-Forwarded-* headers are trusted, separated by commas. None by default. */
  readonly trustProxy?: string;
  /** Timeouts that differ from the defaults. */
  readonly timeouts?: Partial<RequestTimeouts>;
  /** Maximum connections per address; 1,000 by default. */
  readonly connectionsPerAddress?: number;
  /** Folder where schools' other systems put files to import, with a subfolder for each school. */
  readonly importFolder?: string;
  /** Token that allows other machines to read /metrics. */
  readonly metricsToken?: string;
  /** Folder of the built web app. If omitted, the server has only the API. */
  readonly web?: string;
  /** False removes the service worker from browsers. */
  readonly hasWorker?: boolean;
  /** Address of Redis, which several servers share (`readRedisUrl`). A single server needs none. */
  readonly redisUrl?: string;
  /** Waits this many milliseconds before an error is sent. Uses real time by default. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Processor-time budgets for callers. Tests have none by default. */
  readonly loadBudgets?: LoadBudgets;
  /** Approval kinds that only tests use. */
  readonly approvalKinds?: readonly ApprovalKind[];
  /** True if event handlers and the hub run automatically. Tests run them manually. */
  readonly live: boolean;
  readonly version: string;
}

/** A server that is ready but doesn't listen yet. */
export interface App {
  readonly http: FastifyInstance;
  readonly jobs: Jobs;
  readonly hub: Hub;
  /** Starts to listen. Rejects if the address is already in use. */
  listen(place: ListenAddress): Promise<void>;
  /** Every mounted route as `METHOD /path`, for the route audit. */
  readonly mounted: readonly string[];
  /** Makes /readyz fail, so that a proxy sends new requests to another server. This server still answers requests. */
  drain(): void;
  close(): Promise<void>;
}

/** Builds the server. A process can have several. */
export const createApp = async (given: AppParts): Promise<App> => {
  const timeouts = { ...defaultTimeouts, ...given.timeouts };
  const features = campusWhole.map((one) =>
    one.name === 'approvals' && given.approvalKinds !== undefined
      ? approvalsFeature([...declaredKinds, ...given.approvalKinds])
      : one,
  );
  const http = fastify({
    bodyLimit: bodyMax,
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    logger: false,
    // A stopping server answers what still arrives on its open connections.
    return503OnClosing: false,
    routerOptions: {
      querystringParser: parseQuery,
      ignoreTrailingSlash: false,
      maxParamLength: 200,
    },
    trustProxy: given.trustProxy ?? false,
    ...timeoutOptions(timeouts),
    frameworkErrors: (error, request, reply) =>
      void sendProblem(
        request,
        reply,
        problem(error.code === 'FST_ERR_BAD_URL' ? 'bad_encoding' : 'invalid_input'),
      ),
  });
  const isProxy = isProxyOf(given.trustProxy);
  const listener = openListener(http, {
    most: given.connectionsPerAddress ?? defaultConnections,
    // Connections from this machine belong to a proxy or the operator.
    isFree: (address) => isLoopback(address) || isProxy(address),
  });
  const mounted: string[] = [];
  http.addHook('onRoute', ({ method, url }) => {
    mounted.push(...[method].flat().map((one) => `${one} ${url}`));
  });
  await http.register(cookie);
  // Only gzip: with its default quality, brotli costs more time than it saves on dynamic responses.
  await http.register(compress, { threshold: 1_024, encodings: ['gzip', 'identity'] });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'buffer' },
    (request, body, done) => {
      try {
        const saysScim = request.headers['content-type']?.includes('scim+json') === true;
        if (saysScim && request.routeOptions.config.receives !== 'scim')
          throw problem('unsupported_media_type');
        done(null, parseJson(Buffer.isBuffer(body) ? body : Buffer.from(body)));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), undefined);
      }
    },
  );
  const jobsOf: Pick<Jobs, 'nudge' | 'isHandled'> = {
    nudge: () => undefined,
    isHandled: () => true,
  };
  // Filled below, because the hub needs the same parts.
  const hubOf: { live: Live; hub: Hub | null } = { live: noLive, hub: null };
  const replicas = given.replicas ?? null;
  const metrics = openMetrics(given.pool, () => hubOf.hub, replicas);
  const parts: Parts = {
    ...given,
    replicas,
    entries: openAuthCache(given.clock),
    // A test makes an hour's worth of requests in a minute.
    loadBudgets: given.loadBudgets ?? (given.live ? defaultLoadBudgets : null),
    outbound: given.outbound ?? openOutbound(),
    hooks: given.hooks ?? openOutbound(),
    pages: given.pages ?? openOutbound(),
    nudge: (kind) => jobsOf.nudge(kind),
    isHandled: (kind) => jobsOf.isHandled(kind),
    live: { deliver: (school, broadcasts) => hubOf.live.deliver(school, broadcasts) },
    observe: metrics.observe,
    logError: openErrorLog(given.log, given.clock),
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
  const handlers = [...features.flatMap(featureJobs), deleteUnusedFiles(fileReferences)];
  const jobs = await openJobs({
    pool: given.pool,
    log: given.log,
    clock: given.clock,
    handlers,
    live: given.live,
    scopeOf,
    observe: metrics.observeHandler,
  });
  Object.assign(jobsOf, { nudge: jobs.nudge, isHandled: jobs.isHandled });
  // The Redis client takes 40 MB, which a single server doesn't need.
  const redis =
    given.redisUrl === undefined
      ? null
      : await (await import('./kernel/redis.ts')).openRedis(given.redisUrl, given.log);
  if (redis !== null) shareLimits(given.pool, redis);
  const hub = await openHub({
    http: http.server,
    parts,
    live: liveParts,
    redis,
    reads: given.live,
  });
  hubOf.live = hub;
  hubOf.hub = hub;
  const stopMaintenance = given.live
    ? startMaintenance(
        parts,
        [...maintenance, ...features.flatMap((one) => one.maintenanceOfFiles?.(given.files) ?? [])],
        fileReferences,
      )
    : () => Promise.resolve();

  const stopWatching =
    given.live && given.importFolder !== undefined
      ? watchFolder({ ...parts, folder: given.importFolder }, readers)
      : () => Promise.resolve();

  http.setErrorHandler(handleError(parts, openErrorDelay(given, given.wait ?? delay)));
  await setCrossOriginHeaders(http, parts);
  limitOpenResponses(http, parts);
  limitRequests(http, timeouts);
  await serve(
    http,
    features.flatMap((one) => one.handlers ?? []),
    parts,
  );
  const health = serveHealth(http, {
    pool: given.pool,
    files: given.files,
    hub,
    metrics,
    token: given.metricsToken,
  });
  serveProxyHosts(http, { ...parts, token: given.metricsToken });
  servePictures(http, parts);
  serveAppManifest(http, parts);
  for (const { attachments } of features)
    if (attachments) serveAttachments(http, parts, attachments, scopeOf);
  await serveDocuments(
    http,
    parts,
    features.flatMap(({ documents }) => documents ?? []),
    scopeOf,
  );
  serveApiDocument(http, endpoints, given.version);
  servePlayground(http, given.base);
  await serveWeb(http, given.web, parts, given.hasWorker ?? true);
  return {
    http,
    jobs,
    hub,
    mounted,
    listen: async (address) => {
      if (given.live)
        await warmUpConnections(
          given.pool,
          features.flatMap(({ warmUp }) => warmUp ?? []),
        ).catch((error: unknown) => given.log.error({ err: error }, 'warm-up'));
      return listener.listen(address);
    },
    drain: health.drain,
    close: async () => {
      await stopMaintenance();
      await stopWatching();
      await hub.close();
      await listener.close();
      await jobs.stop();
      await redis?.close();
    },
  };
};
