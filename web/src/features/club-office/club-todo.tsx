import { Link, useNavigate } from '@tanstack/react-router';
import {
  CalendarClock,
  CalendarPlus,
  CheckCheck,
  ClipboardList,
  Flag,
  RotateCcw,
  UserPlus,
  UserRoundCog,
  type LucideIcon,
} from 'lucide-react';
import type { ClubTodo } from '#contract/club-office/endpoints.ts';
import type { ClubTodoKind } from '#contract/club-office/limits.ts';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import {
  beginRenewal,
  keepApplication,
  staleApplication,
} from '../club-registration/club-registration.data.ts';
import english from './messages/en.json';

addEnglish(english);

const icons: Record<ClubTodoKind, LucideIcon> = {
  renewal_changes: RotateCcw,
  renewal_soon: RotateCcw,
  renewal: RotateCcw,
  reports: Flag,
  requests: UserPlus,
  proposals: CalendarPlus,
  officers: UserRoundCog,
  survey_closing: CalendarClock,
  survey_drafts: ClipboardList,
};

const wordsOf = ({ kind, count }: ClubTodo, t: Messages['t']): string => {
  if (kind === 'renewal_changes') return t('clubOffice.renewal_changes');
  if (kind === 'renewal' || kind === 'renewal_soon') return t('clubOffice.renewal');
  return t(`clubOffice.${kind}`, { count });
};

const actOf = ({ kind, target }: ClubTodo, t: Messages['t']): string => {
  if (kind === 'reports' || kind === 'requests' || kind === 'proposals')
    return t('clubOffice.review');
  if (kind === 'officers' || kind === 'survey_closing') return t('clubOffice.openIt');
  return target === null ? t('clubOffice.start') : t('clubOffice.continue');
};

/** The officer's tasks, most urgent first, each with a button that opens it. */
export function ClubTodoList({ club, todo }: { club: string; todo: readonly ClubTodo[] }) {
  const { t, date } = useMessages();
  return (
    <Card
      title={t('clubOffice.todo')}
      aside={
        todo.length > 0 && (
          <span className="text-sm text-ink-2">{t('clubOffice.open', { count: todo.length })}</span>
        )
      }
    >
      {todo.length === 0 ? (
        <EmptyState icon={CheckCheck} title={t('clubOffice.todoNone')}>
          {t('clubOffice.todoNoneBody')}
        </EmptyState>
      ) : (
        <RowList label={t('clubOffice.todo')}>
          {todo.map((one, nth) => {
            const Icon = icons[one.kind];
            const isDue = one.kind.startsWith('renewal') || one.kind === 'survey_closing';
            const when = one.at === null ? null : date(one.at, 'short');
            return (
              <Row
                key={one.kind}
                mark={
                  <RowIcon>
                    <Icon size={20} aria-hidden />
                  </RowIcon>
                }
                title={wordsOf(one, t)}
                lines={[
                  when !== null && t(isDue ? 'clubOffice.by' : 'clubOffice.since', { date: when }),
                ]}
                end={<TodoButton club={club} todo={one} isFirst={nth === 0} />}
              />
            );
          })}
        </RowList>
      )}
    </Card>
  );
}

function TodoButton({ club, todo, isFirst }: { club: string; todo: ClubTodo; isFirst: boolean }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const begin = useAction(() => beginRenewal(club), {
    invalidates: staleApplication,
    onSuccess: (application) => {
      keepApplication(application);
      return navigate({ to: paths.clubApplication, params: { applicationId: application.id } });
    },
  });
  const act = actOf(todo, t);
  const look = {
    className: buttonClass({ variant: isFirst ? 'primary' : 'soft' }),
    'aria-label': t('clubOffice.act', { act, what: wordsOf(todo, t) }),
  };
  const { kind, target } = todo;
  if (kind === 'requests')
    return (
      <Link
        to={paths.manageClub}
        params={{ clubId: club }}
        search={{ section: 'members' }}
        {...look}
      >
        {act}
      </Link>
    );
  if (target === null)
    return (
      <Button
        variant={isFirst ? 'primary' : 'soft'}
        label={look['aria-label']}
        isPending={begin.isPending}
        onClick={() => begin.run()}
      >
        {act}
      </Button>
    );
  if (kind === 'reports')
    return (
      <Link to={paths.post} search={{ id: target }} {...look}>
        {act}
      </Link>
    );
  if (kind === 'proposals')
    return todo.count > 1 ? (
      <Link to={paths.club} params={{ clubId: club }} search={{ tab: 'events' }} {...look}>
        {act}
      </Link>
    ) : (
      <Link to={paths.event} params={{ eventId: target }} {...look}>
        {act}
      </Link>
    );
  if ((kind === 'survey_drafts' || kind === 'survey_closing') && todo.count > 1)
    return (
      <Link to={paths.club} params={{ clubId: club }} search={{ tab: 'surveys' }} {...look}>
        {act}
      </Link>
    );
  if (kind === 'survey_drafts')
    return (
      <Link to={paths.surveyEditor} params={{ surveyId: target }} {...look}>
        {act}
      </Link>
    );
  if (kind === 'survey_closing')
    return (
      <Link to={paths.survey} params={{ surveyId: target }} {...look}>
        {act}
      </Link>
    );
  return (
    <Link to={paths.clubApplication} params={{ applicationId: target }} {...look}>
      {act}
    </Link>
  );
}
