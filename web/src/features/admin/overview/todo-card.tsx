import { Link } from '@tanstack/react-router';
import {
  CheckCheck,
  Flag,
  GraduationCap,
  MailWarning,
  MailX,
  Stamp,
  Upload,
  Wallet,
  Webhook,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Overview } from '#contract/admin/endpoints.ts';
import { overviewDays } from '#contract/admin/limits.ts';
import { Row, RowIcon, RowList } from '../../../kit/row-list.tsx';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { paths, type Path } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

interface Todo {
  id: string;
  icon: LucideIcon;
  title: string;
  line: string | null;
  /** The page where the reader acts. */
  to: Path;
  act: 'overview.review' | 'overview.view';
}

/** Returns the reader's tasks, most urgent first: people wait for the first ones. */
export function todosOf(overview: Overview, { t, ago }: Messages): Todo[] {
  const { reports, approvals, webhooks, imports, mail, people, finances, teaching } = overview;
  const oldest = (at: string | null) =>
    at === null ? null : t('overview.oldest', { when: ago(at) });
  const lately = t('overview.inDays', { days: overviewDays });
  const [run] = imports ?? [];
  const isFailed = run?.state === 'failed' || run?.state === 'refused';
  const all: (Todo | false | undefined)[] = [
    reports !== null &&
      reports.count > 0 && {
        id: 'reports',
        icon: Flag,
        title: t('overview.reports', { count: reports.count }),
        line: oldest(reports.oldestAt),
        to: paths.adminReports,
        act: 'overview.review',
      },
    approvals.count > 0 && {
      id: 'approvals',
      icon: Stamp,
      title: t('overview.approvals', { count: approvals.count }),
      line: oldest(approvals.oldestAt),
      to: paths.approvals,
      act: 'overview.review',
    },
    teaching !== null &&
      teaching.toGrade > 0 && {
        id: 'grading',
        icon: GraduationCap,
        title: t('overview.toGrade', { count: teaching.toGrade }),
        line: null,
        to: paths.courses,
        act: 'overview.view',
      },
    finances !== null &&
      finances.overdue > 0 && {
        id: 'overdue',
        icon: Wallet,
        title: t('overview.overdue', { count: finances.overdue }),
        line: t('overview.holds', { count: finances.holds }),
        to: paths.adminFinances,
        act: 'overview.view',
      },
    run !== undefined &&
      (isFailed || run.state === 'ready') && {
        id: 'import',
        icon: Upload,
        title: t(isFailed ? 'overview.importFailed' : 'overview.importReady'),
        line: [run.source, ago(run.at)].join(' • '),
        to: paths.adminImport,
        act: 'overview.review',
      },
    webhooks !== null &&
      webhooks.failing > 0 && {
        id: 'webhooks',
        icon: Webhook,
        title: t('overview.webhooks', { count: webhooks.failing }),
        line:
          webhooks.since === null
            ? null
            : t('overview.failingSince', { when: ago(webhooks.since) }),
        to: paths.developmentWebhooks,
        act: 'overview.view',
      },
    mail !== null &&
      mail.invitations > 0 && {
        id: 'mail invitations',
        icon: MailX,
        title: t('overview.mailInvitations', { count: mail.invitations }),
        line: lately,
        to: paths.adminInvitations,
        act: 'overview.view',
      },
    people !== null &&
      people.invitable > 0 && {
        id: 'invite',
        icon: MailWarning,
        title: t('overview.invite', { count: people.invitable }),
        line: null,
        to: paths.adminInvitations,
        act: 'overview.view',
      },
  ];
  return all.filter((one): one is Todo => one !== false && one !== undefined);
}

/** Lists the reader's tasks. `most`: the number of tasks to show, if not all. */
export function TodoCard({ overview, most }: { overview: Overview; most?: number }) {
  const messages = useMessages();
  const { t } = messages;
  const todos = todosOf(overview, messages).slice(0, most);
  return (
    <Card title={t('overview.todo')}>
      {todos.length === 0 ? (
        <EmptyState icon={CheckCheck} title={t('overview.todoNone')}>
          {t('overview.todoNoneBody')}
        </EmptyState>
      ) : (
        <RowList label={t('overview.todo')}>
          {todos.map(({ id, icon: Icon, title, line, to, act }, nth) => (
            <Row
              key={id}
              mark={
                <RowIcon>
                  <Icon size={20} aria-hidden />
                </RowIcon>
              }
              title={title}
              lines={[line]}
              end={
                <Link
                  to={to}
                  aria-label={t('overview.act', { act: t(act), what: title })}
                  className={buttonClass({ variant: nth === 0 ? 'primary' : 'soft' })}
                >
                  {t(act)}
                </Link>
              }
            />
          ))}
        </RowList>
      )}
    </Card>
  );
}
