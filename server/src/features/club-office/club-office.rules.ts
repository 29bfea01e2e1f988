import type { ClubTodo } from '#contract/club-office/endpoints.ts';
import {
  clubLogKindNames,
  clubLogKinds,
  clubOfficeLimits as limits,
  clubTodoKinds,
  type ClubLogKind,
} from '#contract/club-office/limits.ts';
import type { PermissionOf } from '#contract/permissions.ts';
import type { TodoRow } from './club-office.queries.ts';

/** The caller's permissions in the club. `renews`: true for people with a position, who can renew it. */
export interface Officer {
  readonly may: (permission: PermissionOf<'club'>) => boolean;
  readonly renews: boolean;
}

const instant = (text: string | null): string | null =>
  text === null ? null : new Date(text).toISOString();

const renewalOf = (row: TodoRow, now: Date): ClubTodo[] => {
  const { renewal } = row;
  if (renewal === null) return [];
  const at = instant(renewal.closes_at);
  const soon = now.getTime() + limits.soonDays.renewal * 86_400_000;
  const isSoon = new Date(renewal.closes_at).getTime() <= soon;
  const kind =
    renewal.state === 'changes_requested' ? 'renewal_changes' : isSoon ? 'renewal_soon' : 'renewal';
  return [
    // There is nothing to do until the decision.
    ...(renewal.state === 'submitted' ? [] : [{ kind, count: 1, at, target: renewal.id } as const]),
    ...(renewal.asked > 0
      ? [
          {
            kind: 'officers',
            count: renewal.asked,
            at: instant(renewal.asked_since),
            target: renewal.id,
          } as const,
        ]
      : []),
  ];
};

/** Returns a person's pending items, most urgent first. */
export const todoOf = (row: TodoRow, { may, renews }: Officer, now: Date): ClubTodo[] => {
  const { requests, proposals, reports, closing, drafts } = row;
  const all: ClubTodo[] = [
    ...(renews ? renewalOf(row, now) : []),
    ...(may('posts.moderate')
      ? [
          {
            kind: 'reports' as const,
            count: reports.count,
            at: instant(reports.since),
            target: reports.post,
          },
        ]
      : []),
    ...(may('clubs.manage_members')
      ? [
          {
            kind: 'requests' as const,
            count: requests.count,
            at: instant(requests.since),
            target: null,
          },
        ]
      : []),
    ...(may('events.manage')
      ? [
          {
            kind: 'proposals' as const,
            count: proposals.count,
            at: instant(proposals.since),
            target: proposals.event,
          },
        ]
      : []),
    ...(may('surveys.manage')
      ? [
          {
            kind: 'survey_closing' as const,
            count: closing.count,
            at: instant(closing.since),
            target: closing.survey,
          },
          {
            kind: 'survey_drafts' as const,
            count: drafts.count,
            at: instant(drafts.since),
            target: drafts.survey,
          },
        ]
      : []),
  ];
  return all
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => clubTodoKinds.indexOf(one.kind) - clubTodoKinds.indexOf(other.kind));
};

/** Returns the kinds of log entries that a person can read. */
export const readableKinds = (may: Officer['may']): ClubLogKind[] =>
  clubLogKindNames.filter((kind) => {
    const needed = clubLogKinds[kind];
    return needed === 'any' || may(needed);
  });
