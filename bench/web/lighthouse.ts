import type { Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const version = '13.5.0';
const place = join(import.meta.dirname, '../../node_modules/.cache/lighthouse');

/** What one page scored, of 100, and what its people wait for, in milliseconds. */
export interface Scored {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly contentful: number;
  readonly blocked: number;
  readonly shift: number;
  /** How fast this machine was during the run, by Lighthouse's own measure. */
  readonly index: number;
}

interface Report {
  lhr: {
    categories: Record<string, { score: number | null }>;
    audits: Record<string, { numericValue?: number }>;
    environment: { benchmarkIndex: number };
    runtimeError?: { message: string };
  };
}
type Lighthouse = (url: string, flags: object, config?: object) => Promise<Report | undefined>;

/** A module of Lighthouse, installed on the first use: no other part of the project needs it. */
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
 * How much slower than this machine a phone of the middle class is, by the table of Lighthouse's own calculator
 * (https://lighthouse-cpu-throttling-calculator.vercel.app).
 */
export const slowdownOf = (index: number): number => {
  if (index >= 1_300) return 4 + (index - 1_300) / 233;
  if (index >= 800) return 2 + (index - 800) / 250;
  return 1 + Math.max(0, index - 150) / 650;
};

/** How fast this machine is just now, by Lighthouse's own measure, taken in a page as Lighthouse takes it. */
export const readIndex = async (page: Page): Promise<number> => {
  const { pageFunctions } = await openLighthouse<{
    pageFunctions: { computeBenchmarkIndex: () => number };
  }>('lib/page-functions.js');
  return page.evaluate(pageFunctions.computeBenchmarkIndex);
};

/** Scores an address in the browser behind `port`, signed in as it is, on slow 4G. */
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
  const found = await lighthouse(url, {
    port,
    logLevel: 'silent',
    disableStorageReset: true,
    throttlingMethod: 'simulate',
    throttling,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  });
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
