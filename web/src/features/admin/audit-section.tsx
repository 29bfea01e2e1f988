import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '../../lib/router/link.tsx';
import { ScrollText, TriangleAlert } from 'lucide-react';
import { profileFields } from '#contract/audiences.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { call } from '../../lib/call.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { profileLink } from '../people/person.ts';

const size = 50;
const known = [
  'protected_read',
  'field_rules_changed',
  'standing_changed',
  'report_changed',
  'chat_policy_changed',
  'message_standalone_changed',
  'message_deleted',
  'sharing_changed',
  'analytics_changed',
  'newsletter_sent',
  'newsletter_deleted',
  'reading_slowed',
  'import_stored',
  'import_undone',
  'person_linked',
  'key_made',
  'key_ended',
  'sign_on_changed',
  'embed_origins_changed',
  'embed_code_made',
  'layout_changed',
  'school_picture_changed',
  'menu_changed',
  'hubs_ordered',
] as const;

/** The audit log, newest first. */
export function AuditSection() {
  const { t } = useMessages();
  usePageTitle(t('admin.audit'));
  const log = useInfiniteQuery({
    queryKey: ['GET /api/v1/audit', 'pages'],
    queryFn: ({ pageParam }) => call('GET /api/v1/audit', { size, ...(pageParam > 0 && { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.entries.length < size ? undefined : last.entries.at(-1)?.number),
  });
  if (log.data === undefined) {
    return log.error ? (
      <ErrorState error={log.error} onRetry={() => void log.refetch()} isRetrying={log.isFetching} />
    ) : (
      <Loading>
        <Skeleton className="h-96" />
      </Loading>
    );
  }
  const entries = log.data.pages.flatMap((page) => page.entries);
  const broken = log.data.pages.map((page) => page.brokenAt).find((number) => number !== null);
  if (entries.length === 0) {
    return (
      <EmptyState icon={ScrollText} title={t('audit.none')}>
        {t('audit.noneBody')}
      </EmptyState>
    );
  }
  return (
    <>
      {broken !== undefined && (
        <p role="alert" className="mb-4 flex gap-3 rounded-card bg-fill p-4 font-medium text-bad">
          <TriangleAlert size={20} aria-hidden className="shrink-0" />
          {t('audit.broken', { number: broken })}
        </p>
      )}
      <p className="mb-4 text-sm text-ink-2">{t('audit.body')}</p>
      <ol className="card divide-y divide-line">
        {entries.map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ol>
      {log.hasNextPage && (
        <div className="mt-4 grid justify-items-center">
          <Button variant="outline" isPending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('audit.more')}
          </Button>
        </div>
      )}
    </>
  );
}

const textOf = ({ detail }: AuditEntry, name: string): string | null => {
  const value = detail[name];
  return typeof value === 'string' ? value : null;
};

const acts = ['added', 'changed', 'ended', 'returned', 'removed'] as const;

const webhookActs = ['added', 'changed', 'on', 'off', 'failing', 'gone', 'deleted', 'new_secret'] as const;
const hubActs = ['added', 'changed', 'archived', 'returned'] as const;
const memberActs = ['added', 'removed'] as const;

const steps = ['collecting', 'waiting', 'confirmed', 'cancelled'] as const;

/** What was done; of imports and identity providers the entry says more. */
function wordsOf(entry: AuditEntry, t: Messages['t']): string {
  const kind = known.find((one) => one === entry.kind);
  const act = entry.kind.startsWith('scim_') ? acts.find((one) => one === entry.detail['act']) : undefined;
  if (act !== undefined) return t(`audit.scim_${act}`);
  const webhook = entry.kind === 'webhook_changed' ? webhookActs.find((one) => one === entry.detail['what']) : undefined;
  if (webhook !== undefined) return t(`audit.webhook_${webhook}`);
  if (entry.kind === 'personal_keys_allowed')
    return t(entry.detail['isAllowed'] === true ? 'audit.personal_keys_on' : 'audit.personal_keys_off');
  const hubAct = entry.kind === 'hub_changed' ? hubActs.find((one) => one === entry.detail['act']) : undefined;
  if (hubAct !== undefined) return t(`audit.hub_${hubAct}`);
  const memberAct = entry.kind === 'hub_member_changed' ? memberActs.find((one) => one === entry.detail['act']) : undefined;
  if (memberAct !== undefined) return t(`audit.member_${memberAct}`);
  const step = entry.kind === 'import_run_moved' ? steps.find((one) => one === entry.detail['to']) : undefined;
  if (step === 'waiting' && entry.detail['kind'] === 'undo') return t('audit.run_undo');
  if (step !== undefined) return t(`audit.run_${step}`);
  return kind === undefined ? entry.kind : t(`audit.${kind}`);
}

/** What nobody asked for, but followed by itself. */
const isAutomatic = ({ kind, detail }: AuditEntry): boolean =>
  kind === 'webhook_changed' && (detail['what'] === 'failing' || detail['what'] === 'gone');

function Entry({ entry }: { entry: AuditEntry }) {
  const { t, ago, list } = useMessages();
  const words = wordsOf(entry, t);
  const key = textOf(entry, 'key');
  const about = textOf(entry, 'source') ?? textOf(entry, 'name') ?? textOf(entry, 'host');
  // Other fields than those of a profile (attributes of SCIM, whatever a later feature records) are said as they are.
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
        {typeof entry.detail['provider'] === 'string' && <span dir="auto">{`: ${entry.detail['provider']}`}</span>}
        {entry.people.map((person, place) => (
          <span key={person.uid}>
            {place > 0 && ', '}
            <Link {...profileLink(person.uid)} className="underline underline-offset-2" dir="auto">
              {`${person.firstName} ${person.lastName}`.trim()}
            </Link>
          </span>
        ))}
        {entry.peopleCount > entry.people.length && ` ${t('audit.others', { count: entry.peopleCount - entry.people.length })}`}
      </p>
      <p className="text-sm text-ink-2">{[ago(entry.at), ...(fields.length > 0 ? [list(fields)] : []), `№ ${entry.number}`].join(' • ')}</p>
    </li>
  );
}
