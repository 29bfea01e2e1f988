import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Overview } from '#contract/admin/endpoints.ts';
import { overviewDays } from '#contract/admin/limits.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { paths, type Path } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { sizeText } from '../../../ui/file-sizes.ts';

type Level = 'good' | 'warn' | 'bad' | 'none';

interface Item {
  id: string;
  level: Level;
  title: string;
  /** The state in words, so that it doesn't depend on the color. */
  lines: readonly string[];
  to: Path;
}

const icons: Record<Level, LucideIcon> = {
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  none: CircleDashed,
};
const colors: Record<Level, string> = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  none: 'text-ink-3',
};

const importWords = {
  done: 'overview.import_good',
  failed: 'overview.import_bad',
  refused: 'overview.import_bad',
  cancelled: 'overview.import_canceled',
} as const;

function mailItem(mail: NonNullable<Overview['mail']>, { t }: Messages): Item {
  const { notifications, newsletters, invitations } = mail;
  const lines = [
    ...(notifications > 0 ? [t('overview.mailNotifications', { count: notifications })] : []),
    ...(newsletters > 0 ? [t('overview.mailNewsletters', { count: newsletters })] : []),
    ...(invitations > 0 ? [t('overview.mailInvitations', { count: invitations })] : []),
  ];
  return {
    id: 'mail',
    level: lines.length === 0 ? 'good' : 'warn',
    title: t('overview.mail'),
    lines: lines.length === 0 ? [t('overview.mailGood', { days: overviewDays })] : lines,
    to: paths.adminNotifications,
  };
}

function importsItem(imports: NonNullable<Overview['imports']>, { t, ago }: Messages): Item {
  const wordsOf = ({ kind, source, state, at }: (typeof imports)[number]) => {
    const words = state in importWords ? importWords[state as keyof typeof importWords] : null;
    if (words === null) return t('overview.import_running', { source });
    return t(kind === 'undo' && state === 'done' ? 'overview.import_undone' : words, {
      source,
      when: ago(at),
    });
  };
  const [newest] = imports;
  const isBad = newest?.state === 'failed' || newest?.state === 'refused';
  return {
    id: 'imports',
    level: newest === undefined ? 'none' : isBad ? 'bad' : 'good',
    title: t('overview.imports'),
    lines: newest === undefined ? [t('overview.importsNone')] : imports.map(wordsOf),
    to: paths.adminImport,
  };
}

function webhooksItem(
  { total, failing }: NonNullable<Overview['webhooks']>,
  { t }: Messages,
): Item {
  return {
    id: 'webhooks',
    level: failing > 0 ? 'bad' : total === 0 ? 'none' : 'good',
    title: t('overview.webhooksLabel'),
    lines: [
      failing > 0
        ? t('overview.webhooks', { count: failing })
        : total === 0
          ? t('overview.webhooksNone')
          : t('overview.webhooksGood', { count: total }),
    ],
    to: paths.developmentWebhooks,
  };
}

/** The share of the limit from which storage needs attention. */
const almostFull = 0.9;

function storageItem({ used, limit }: NonNullable<Overview['storage']>, messages: Messages): Item {
  const { t } = messages;
  const share = limit === null || limit === 0 ? 0 : used / limit;
  return {
    id: 'storage',
    level: share >= 1 ? 'bad' : share >= almostFull ? 'warn' : 'good',
    title: t('overview.storage'),
    lines: [
      limit === null
        ? t('overview.storageUsed', { used: sizeText(used, messages) })
        : t('overview.storageOf', {
            used: sizeText(used, messages),
            limit: sizeText(limit, messages),
          }),
    ],
    to: paths.adminStorage,
  };
}

/** The state of what works in the background, problems first. Each part links to the page where it can be fixed. */
export function HealthCard({ overview }: { overview: Overview }) {
  const messages = useMessages();
  const { mail, imports, webhooks, storage } = overview;
  const order: readonly Level[] = ['bad', 'warn', 'good', 'none'];
  const items = [
    ...(mail ? [mailItem(mail, messages)] : []),
    ...(imports ? [importsItem(imports, messages)] : []),
    ...(webhooks ? [webhooksItem(webhooks, messages)] : []),
    ...(storage ? [storageItem(storage, messages)] : []),
  ].toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  if (items.length === 0) return null;
  return (
    <Card title={messages.t('overview.health')}>
      <ul className="grid divide-y divide-line">
        {items.map(({ id, level, title, lines, to }) => {
          const Icon = icons[level];
          return (
            <li key={id} className="relative flex gap-3 py-3 first:pt-0 last:pb-0">
              <Icon size={20} aria-hidden className={`mt-px shrink-0 ${colors[level]}`} />
              <div className="grid min-w-0 gap-0.5">
                <Link to={to} className="font-medium after:absolute after:inset-0 hover:underline">
                  {title}
                </Link>
                {lines.map((line) => (
                  <p key={line} className="text-sm wrap-anywhere text-ink-2">
                    {line}
                  </p>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
