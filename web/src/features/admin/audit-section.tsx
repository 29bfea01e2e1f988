import auditWords from 'messages:en/audit.*';
import fieldNames from 'messages:en/field.*';
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText, TriangleAlert } from 'lucide-react';
import { profileFields } from '#contract/people/audiences.ts';
import {
  auditKinds,
  isAuditKind,
  type ActKind,
  type Acts,
  type AuditKind,
} from '#contract/audit-kinds.ts';
import type { AuditEntry } from '#contract/audit/endpoints.ts';
import { listAudit } from '#contract/audit/calls.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages, type LabelKey, type Messages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { profileLink } from '../people/person.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';

// Each feature contains the texts of its activity.
addEnglish({ ...auditWords, ...fieldNames });

const size = 50;
/** The activity log, newest first. */
export function AuditSection() {
  const { t } = useMessages();
  usePageTitle(t('auditLog.title'));
  const log = useInfiniteQuery({
    queryKey: [listAudit, 'pages'],
    queryFn: ({ pageParam }) =>
      call(listAudit, { size, ...(pageParam > 0 && { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: (last) =>
      last.entries.length < size ? undefined : last.entries.at(-1)?.number,
  });
  return (
    <QueryBoundary
      query={log}
      skeleton={['h-96']}
      isEmpty={({ pages }) => pages[0]?.entries.length === 0}
      empty={{ icon: ScrollText, title: t('audit.none'), body: t('audit.noneBody') }}
    >
      {({ pages }) => {
        const broken = pages.map((page) => page.brokenAt).find((number) => number !== null);
        return (
          <div className="grid gap-4">
            {broken !== undefined && (
              <p role="alert" className="flex gap-3 rounded-card bg-fill p-4 font-medium text-bad">
                <TriangleAlert size={20} aria-hidden className="shrink-0" />
                {t('audit.broken', { number: broken })}
              </p>
            )}
            <p className="text-sm text-ink-2">{t('audit.body')}</p>
            <ol className="card divide-y divide-line">
              {pages.flatMap(({ entries }) =>
                entries.map((entry) => <Entry key={entry.number} entry={entry} />),
              )}
            </ol>
            <LoadMore query={log}>{t('audit.more')}</LoadMore>
          </div>
        );
      }}
    </QueryBoundary>
  );
}

const textOf = ({ detail }: AuditEntry, name: string): string | null => {
  const value = detail[name];
  return typeof value === 'string' ? value : null;
};

/**
 * Returns the text of an entry. Kinds with several acts have a text per act. Unknown kinds and acts from a newer server are
 * shown as they are.
 */
function wordsOf({ kind, detail }: AuditEntry, t: Messages['t']): string {
  if (kind === 'personal_keys_allowed')
    return t(detail['isAllowed'] === true ? 'audit.personal_keys_on' : 'audit.personal_keys_off');
  if (kind === 'import_run_moved' && detail['to'] === 'waiting' && detail['kind'] === 'undo')
    return t('audit.import_run_moved.undo');
  const key = keysOf(kind).find(([act]) => act === null || act === detail[byOf(kind)])?.[1];
  return key === undefined ? kind : t(key);
}

const several = (kind: string) => (isAuditKind(kind) ? auditKinds[kind] : null);
const byOf = (kind: string): string => several(kind)?.by ?? '';

/** Returns the acts of a kind (or null if it has only one) with their message keys. A kind without texts doesn't compile. */
function keysOf(kind: string): readonly (readonly [act: string | null, key: LabelKey])[] {
  if (!isAuditKind(kind) || kind === 'personal_keys_allowed') return [];
  const named = several(kind);
  return named === null
    ? [[null, `audit.${kind}` as `audit.${Exclude<AuditKind, ActKind | 'personal_keys_allowed'>}`]]
    : named.acts.map((act) => [act, `audit.${kind}.${act}` as ActKey]);
}
/** Each kind has its own acts. This is the union of their keys. */
type ActKey = { [K in ActKind]: `audit.${K}.${Acts[K]}` }[ActKind];

/** Returns whether the system did this automatically. */
const isAutomatic = ({ kind, detail }: AuditEntry): boolean =>
  kind === 'sign_in_slowed' ||
  (kind === 'webhook_changed' && (detail['what'] === 'failing' || detail['what'] === 'gone'));

function Entry({ entry }: { entry: AuditEntry }) {
  const { t, ago, list } = useMessages();
  const words = wordsOf(entry, t);
  const key = textOf(entry, 'key');
  const about =
    textOf(entry, 'source') ??
    textOf(entry, 'name') ??
    textOf(entry, 'host') ??
    textOf(entry, 'address');
  // Fields that don't belong to a profile, such as SCIM attributes, are shown as they are.
  const fields = entry.fields.map((name) => {
    const field = key === null ? profileFields.find((one) => one === name) : undefined;
    return field === undefined ? name : t(`field.${field}`);
  });
  return (
    <li className="grid gap-1 px-4 py-3 sm:px-5">
      <p>
        <span className="font-bold" dir="auto">
          {entry.actor
            ? `${entry.actor.firstName} ${entry.actor.lastName}`
            : (key ?? t(isAutomatic(entry) ? 'audit.automatic' : 'audit.operator'))}
        </span>{' '}
        {words}
        {about !== null && <bdi>{`: ${about}`}</bdi>}
        {entry.people.length > 0 && ': '}
        {typeof entry.detail['provider'] === 'string' && (
          <span dir="auto">{`: ${entry.detail['provider']}`}</span>
        )}
        {entry.people.map((person, index) => (
          <span key={person.uid}>
            {index > 0 && ', '}
            <Link {...profileLink(person.uid)} className="underline underline-offset-2" dir="auto">
              {`${person.firstName} ${person.lastName}`.trim()}
            </Link>
          </span>
        ))}
        {entry.peopleCount > entry.people.length &&
          ` ${t('audit.others', { count: entry.peopleCount - entry.people.length })}`}
      </p>
      <p className="text-sm text-ink-2">
        {[ago(entry.at), ...(fields.length > 0 ? [list(fields)] : []), `№ ${entry.number}`].join(
          ' • ',
        )}
      </p>
    </li>
  );
}
