import type { Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const version = '13.5.0';
const place = join(import.meta.dirname, '../../node_modules/.cache/lighthouse');

/** A page's score out of 100, and its delays in milliseconds. */
export interface Scored {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly contentful: number;
  readonly blocked: number;
  readonly shift: number;
  /** The machine's speed during the run, by Lighthouse's measure. */
  readonly index: number;
}

interface Report {
  lhr: {
    categories: Record<string, { score: number | null }>;
    audits: Record<string, { numericValue?: number }>;
    environment: { benchmarkIndex: number };
    runtimeError?: { code: string; message: string };
  };
}
type Lighthouse = (url: string, flags: object, config?: object) => Promise<Report | undefined>;

/** Loads a module of Lighthouse, which is installed on first use, because no other part of the project needs it. */
const openLighthouse = async <T>(name: string): Promise<T> => {
  const path = join(place, 'node_modules/lighthouse/core', name);
  if (!existsSync(path)) {
    const made = spawnSync(
      'npm',
      ['install', '--prefix', place, '--no-save', '--ignore-scripts', `lighthouse@${version}`],
      {
        stdio: 'inherit',
      },
    );
    if (made.status !== 0) throw new Error('Lighthouse could not be installed.');
  }
  return (await import(path)) as T;
};

/**
 * Returns how much slower a mid-range phone is than this machine, by the table of Lighthouse's calculator
 * (https://lighthouse-cpu-throttling-calculator.vercel.app).
 */
export const slowdownOf = (index: number): number => {
  if (index >= 1_300) return 4 + (index - 1_300) / 233;
  if (index >= 800) return 2 + (index - 800) / 250;
  return 1 + Math.max(0, index - 150) / 650;
};

/** Measures this machine's current speed in a page, as Lighthouse does. */
export const readIndex = async (page: Page): Promise<number> => {
  const { pageFunctions } = await openLighthouse<{
    pageFunctions: { computeBenchmarkIndex: () => number };
  }>('lib/page-functions.js');
  return page.evaluate(pageFunctions.computeBenchmarkIndex);
};

/** Scores an address in the browser behind `port` with its current session, on slow 4G. */
export const score = async (
  url: string,
  port: number,
  cpuSlowdownMultiplier: number,
): Promise<Scored> => {
  const { default: lighthouse } = await openLighthouse<{ default: Lighthouse }>('index.js');
  const throttling = {
    rttMs: 150,
    throughputKbps: 1_638.4,
    requestLatencyMs: 562.5,
    downloadThroughputKbps: 1_474.56,
    uploadThroughputKbps: 675,
    cpuSlowdownMultiplier,
  };
  const load = () =>
    lighthouse(url, {
      port,
      logLevel: 'silent',
      disableStorageReset: true,
      throttlingMethod: 'simulate',
      throttling,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    });
  let found = await load();
  // Chromium sometimes records no start of the navigation.
  for (let tries = 1; tries < 4 && found?.lhr.runtimeError?.code === 'NO_NAVSTART'; tries += 1)
    found = await load();
  if (found === undefined || found.lhr.runtimeError)
    throw new Error(`${url}: ${found?.lhr.runtimeError?.message ?? 'no report'}`);
  const { categories, audits, environment } = found.lhr;
  const of = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('best-practices'),
    contentful: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    blocked: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    index: environment.benchmarkIndex,
  };
};
