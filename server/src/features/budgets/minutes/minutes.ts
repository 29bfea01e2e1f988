import { minorUnits } from '#contract/finances/money.ts';
import type { Paper } from '#contract/schools/paper.ts';
import { decimal } from '../export/decimal.ts';
import type { DecisionRow } from './minutes.queries.ts';

/** Decisions of a meeting, or of a longer time. */
export interface Minutes {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly school: string;
  readonly zone: string;
  readonly paper: Paper;
  readonly madeAt: Date;
  readonly rows: readonly DecisionRow[];
}

/** A request in the minutes, with its decisions in order. */
export interface DecidedRequest {
  readonly row: DecisionRow;
  readonly asked: number;
  /** Null while it isn't decided. */
  readonly granted: number | null;
  readonly decisions: readonly DecisionRow[];
}

/** Returns the amount that was asked when the request was submitted: a club can change a request that was denied. */
const askedOf = ({ submitted, asked, currency }: DecisionRow): number => {
  const [amount = '', unit] = submitted?.split(' ') ?? [];
  return unit === currency ? (minorUnits(amount, currency) ?? asked) : asked;
};

/** Returns what a request got by its last decision, or null if later steps still had to decide. */
const grantedOf = ({ state, granted, is_last: isLast }: DecisionRow): number | null => {
  if (!isLast) return null;
  if (state === 'approved') return granted;
  return state === 'denied' ? 0 : null;
};

/** Returns the requests in the order of their first decisions. */
export const decidedRequests = (rows: readonly DecisionRow[]): DecidedRequest[] =>
  [...Map.groupBy(rows, ({ submission }) => submission).values()].flatMap((decisions) => {
    const row = decisions.at(-1);
    return row === undefined
      ? []
      : [{ row, asked: askedOf(row), granted: grantedOf(row), decisions }];
  });

/** Returns the sums of requests by currency. */
export const sumsOf = (requests: readonly DecidedRequest[]) =>
  [...Map.groupBy(requests, ({ row }) => row.currency)].map(([currency, some]) => ({
    currency,
    asked: some.reduce((sum, { asked }) => sum + asked, 0),
    granted: some.reduce((sum, { granted }) => sum + (granted ?? 0), 0),
  }));

/** Returns the rows of the CSV file: one per decision. */
export const minutesRows = ({ rows, zone }: Minutes): (string | number)[][] => {
  // ISO 8601, which spreadsheet programs read in every language.
  const moment = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: zone,
  });
  return [
    [
      'decided_at',
      'club',
      'request',
      'type',
      'account',
      'currency',
      'requested',
      'granted',
      'decision',
      'step',
      'decided_by',
      'reason',
      'score',
      'scores',
    ],
    ...rows.map((row) => {
      const granted = grantedOf(row);
      return [
        moment.format(row.at),
        row.club ?? '',
        row.title,
        row.request_kind,
        row.account,
        row.currency,
        decimal(askedOf(row), row.currency),
        granted === null ? '' : decimal(granted, row.currency),
        row.kind,
        row.step,
        row.by ?? '',
        row.text,
        row.score ?? '',
        row.scores,
      ];
    }),
  ];
};
