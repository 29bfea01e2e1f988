import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '../database/database.ts';
import type { Replicas } from '../database/replicas.ts';
import { withRelay } from '../jobs/event-store.ts';
import type { RunOutcome } from '../jobs/jobs.ts';
import { selectQueueFigures, type QueueFigures } from '../jobs/task-list.ts';

/** Prometheus metrics of one server. */
export interface Metrics {
  observe(name: string, status: number, seconds: number): void;
  observeHandler(name: string, outcome: RunOutcome): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** Metrics of the realtime hub. */
export interface HubMetrics {
  /** Number of open sockets of this server. */
  size(): number;
  /** State of the bus between servers. `none` for a single server. */
  bus(): 'ok' | 'unreachable' | 'none';
  /** Number of events sent to sockets, and of sockets closed because they read too slowly. */
  counts(): { sent: number; slow: number };
}

/** Maximum milliseconds for the figures of the event queue. A response without them is better than a late one. */
const queueMs = 2_000;

/** Opens a separate registry, so that several servers in one process don't mix their metrics. */
export const openMetrics = (
  pool: Pool,
  hub: () => HubMetrics | null,
  replicas: Replicas | null,
): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'commons_call_seconds',
    help: 'Seconds of a call, by endpoint and status',
    labelNames: ['call', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const handled = new Counter({
    name: 'commons_event_handler_runs_total',
    help: 'Runs of event handlers, by handler and outcome: done, retried (failed, and will run again), failed permanently',
    labelNames: ['handler', 'outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'commons_pool_connections',
    help: 'Database connections by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.size().open);
      this.set({ state: 'idle' }, pool.size().idle);
      this.set({ state: 'waiting' }, pool.size().waiting);
    },
  });
  // Both gauges share one query for each scrape. Without a database, this server's other metrics are still useful.
  let asked: Promise<QueueFigures | undefined> | undefined;
  const queueFigures = () =>
    (asked ??= Promise.race([
      withRelay(pool, selectQueueFigures).catch(() => undefined),
      delay(queueMs, undefined, { ref: false }),
    ]).finally(() => (asked = undefined)));
  new Gauge({
    name: 'commons_jobs',
    help: 'Jobs of all schools by state: new (events that no server has taken), scheduled or running, retrying after an error, failed permanently',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const figures = await queueFigures();
      this.reset();
      if (figures === undefined) return;
      this.set({ state: 'new' }, figures.events);
      this.set({ state: 'scheduled' }, figures.scheduled);
      this.set({ state: 'retrying' }, figures.retrying);
      this.set({ state: 'failed' }, figures.failed);
    },
  });
  new Gauge({
    name: 'commons_jobs_age_seconds',
    help: 'Seconds since the oldest job was due, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const figures = await queueFigures();
      this.reset();
      if (figures === undefined) return;
      this.set({ state: 'new' }, figures.eventsAge);
      this.set({ state: 'retrying' }, figures.retryingAge);
    },
  });
  new Gauge({
    name: 'commons_replica_lag_bytes',
    help: 'Bytes of the write-ahead log that a replica lacks. No value: this server doesn’t use it at the moment.',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [nth, bytes] of (replicas?.lag() ?? []).entries())
        if (bytes !== null) this.set({ replica: String(nth + 1) }, bytes);
    },
  });
  new Gauge({
    name: 'commons_live_sockets',
    help: 'Open sockets of the realtime hub',
    registers: [registry],
    collect() {
      this.set(hub()?.size() ?? 0);
    },
  });
  new Gauge({
    name: 'commons_live_bus',
    help: '1 while the bus between servers responds, or if none is needed',
    registers: [registry],
    collect() {
      this.set(hub()?.bus() === 'unreachable' ? 0 : 1);
    },
  });
  new Counter({
    name: 'commons_live_events_total',
    help: 'Events sent to sockets, and sockets closed because they read too slowly',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      const { sent = 0, slow = 0 } = hub()?.counts() ?? {};
      this.reset();
      this.inc({ kind: 'said' }, sent);
      this.inc({ kind: 'closed_slow' }, slow);
    },
  });
  return {
    observe: (name, status, seconds) =>
      calls.observe({ call: name, status: String(status) }, seconds),
    observeHandler: (handler, outcome) => handled.inc({ handler, outcome }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
