import auditWords from 'messages:en/audit.*';
import fieldNames from 'messages:en/field.*';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { profileFields } from '#contract/people/audiences.ts';
import {
  auditKinds,
  isAuditKind,
  type ActKind,
  type Acts,
  type AuditKind,
} from '#contract/audit-kinds.ts';
import type { AuditEntry } from '#contract/audit/endpoints.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { addEnglish, useMessages, type LabelKey, type Messages } from '../../lib/messages.ts';
import { profileLink } from '../people/person.ts';

// Each feature contains the texts of its activity.
addEnglish({ ...auditWords, ...fieldNames });

const LogDetails = lazyComponent(() => import('./log-details.tsx'), 'LogDetails');

const textOf = ({ detail }: AuditEntry, name: string): string | null => {
  const value = detail[name];
  return typeof value === 'string' ? value : null;
};

/**
 * Returns the text of an entry. Kinds with several acts have a text per act. Unknown kinds and acts from a newer server are
 * shown as they are.
 */
function wordsOf({ kind, detail }: AuditEntry, t: Messages['t']): string {
  if (kind === 'import_run_moved' && detail['to'] === 'waiting' && detail['kind'] === 'undo')
    return t('audit.import_run_moved.undo');
  const key = keysOf(kind).find(([act]) => act === null || act === String(detail[byOf(kind)]))?.[1];
  return key === undefined ? kind : t(key);
}

const several = (kind: string) => (isAuditKind(kind) ? auditKinds[kind] : null);
const byOf = (kind: string): string => several(kind)?.by ?? '';

/** Returns the acts of a kind (or null if it has only one) with their message keys. A kind without texts doesn't compile. */
function keysOf(kind: string): readonly (readonly [act: string | null, key: LabelKey])[] {
  if (!isAuditKind(kind)) return [];
  const named = several(kind);
  return named === null
    ? [[null, `audit.${kind}` as `audit.${Exclude<AuditKind, ActKind>}`]]
    : named.acts.map((act) => [act, `audit.${kind}.${act}` as ActKey]);
}
/** Each kind has its own acts. This is the union of their keys. */
type ActKey = { [K in ActKind]: `audit.${K}.${Acts[K]}` }[ActKind];

/** Returns the types of entries to filter by, with their texts, in the order of the texts. The ID has the act, if there are several. */
export const logTypes = ({ t, locale }: Messages): { id: string; label: string }[] =>
  Object.keys(auditKinds)
    .flatMap((kind) =>
      keysOf(kind).map(([act, key]) => ({
        id: act === null ? kind : `${kind}.${act}`,
        label: t(key),
      })),
    )
    .map(({ id, label }) => ({
      id,
      label: label.charAt(0).toLocaleUpperCase(locale) + label.slice(1),
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale));

/** Returns whether the system did this automatically. */
const isAutomatic = ({ kind, detail }: AuditEntry): boolean =>
  kind === 'sign_in_slowed' ||
  (kind === 'webhook_changed' && (detail['what'] === 'failing' || detail['what'] === 'gone'));

interface LogEntryProps {
  entry: AuditEntry;
  /** Shows a button for the details. */
  canUnfold?: boolean;
}

/** An entry of the activity log. */
export function LogEntry({ entry, canUnfold = false }: LogEntryProps) {
  const { t, ago, list, number } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const words = wordsOf(entry, t);
  // Programs and employers aren't people of the school.
  const key = textOf(entry, 'key') ?? textOf(entry, 'employer');
  const about =
    textOf(entry, 'source') ??
    textOf(entry, 'name') ??
    textOf(entry, 'host') ??
    textOf(entry, 'address');
  const reason =
    entry.kind === 'account_access' || entry.kind === 'report_warned'
      ? textOf(entry, 'reason')
      : null;
  // Fields that don't belong to a profile, such as SCIM attributes, are shown as they are.
  // The details name a club’s settings.
  const named = entry.kind === 'club_changed' ? [] : entry.fields;
  const fields = named.map((name) => {
    const field = key === null ? profileFields.find((one) => one === name) : undefined;
    return field === undefined ? name : t(`field.${field}`);
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3 sm:px-5">
      <p className="wrap-anywhere">
        <span className="font-bold" dir="auto">
          {entry.actor
            ? `${entry.actor.firstName} ${entry.actor.lastName}`
            : (key ?? t(isAutomatic(entry) ? 'audit.automatic' : 'audit.operator'))}
        </span>{' '}
        {words}
        {about !== null && (
          <>
            {': '}
            <bdi>{about}</bdi>
          </>
        )}
        {entry.people.length > 0 && ': '}
        {typeof entry.detail['provider'] === 'string' && (
          <>
            {': '}
            <bdi>{entry.detail['provider']}</bdi>
          </>
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
      {reason !== null && (
        <p className="wrap-anywhere text-ink-2" dir="auto">
          {reason}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="min-w-0 flex-1 basis-48 text-sm text-ink-2">
          {[
            ago(entry.at),
            ...(fields.length > 0 ? [list(fields)] : []),
            t('audit.entry', { number: number(entry.number) }),
          ].join(' • ')}
        </p>
        {canUnfold && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={details}
            aria-label={t('audit.detailsOf', { number: number(entry.number) })}
            onPointerEnter={LogDetails.preload}
            onFocus={LogDetails.preload}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-8 items-center gap-1 rounded-control px-2 text-sm font-medium text-ink-2 hover:bg-fill touch:min-h-11"
          >
            {t('audit.details')}
            <ChevronDown size={16} aria-hidden className={isOpen ? 'rotate-180' : ''} />
          </button>
        )}
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={null}>
            <LogDetails entry={entry} />
          </Suspense>
        )}
      </div>
    </li>
  );
}
