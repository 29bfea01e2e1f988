import { Link } from '@tanstack/react-router';
import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Definition, DefinitionList } from '../../../ui/definition-list.tsx';
import { Amount } from '../amount.tsx';

interface AboutRequestProps {
  request: BudgetRequest;
  /** Hides the purpose and the scores, which the page shows elsewhere. */
  isShort?: boolean;
}

/** Who requested money, from which account, and what for. */
export function AboutRequest({ request, isShort = false }: AboutRequestProps) {
  const { t, date } = useMessages();
  const { requester, event, account, available, scores } = request;
  return (
    <DefinitionList>
      <Definition term={t('budgets.type')}>{t(`budgets.kind_${request.kind}`)}</Definition>
      {requester && (
        <Definition term={t('budgets.requester')}>
          <bdi>
            {requester.firstName} {requester.lastName}
          </bdi>
        </Definition>
      )}
      <Definition term={t('budgets.account')}>
        <bdi>
          {account.code} {account.name}
        </bdi>
      </Definition>
      {available && (
        <Definition term={t('budgets.available')}>
          <Amount money={available} />
        </Definition>
      )}
      {event && (
        <Definition term={t('budgets.event')}>
          <Link to={paths.event} params={{ eventId: event.id }} className="text-link">
            <bdi>{event.title}</bdi>
          </Link>
        </Definition>
      )}
      {request.submittedAt !== null && (
        <Definition term={t('budgets.submittedOn')}>{date(request.submittedAt)}</Definition>
      )}
      {!isShort && request.purpose !== '' && (
        <Definition term={t('budgets.purpose')}>
          <p dir="auto" className="page-start whitespace-pre-wrap wrap-anywhere">
            {request.purpose}
          </p>
        </Definition>
      )}
      {!isShort && scores !== null && scores.average !== null && (
        <Definition term={t('budgets.score')}>
          {t('budgets.scoreAverage', { average: scores.average, count: scores.count })}
        </Definition>
      )}
    </DefinitionList>
  );
}
