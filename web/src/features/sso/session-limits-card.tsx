import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionLimits } from '#contract/schools.ts';
import { call, callQuery } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const limitsQuery = () => callQuery('GET /api/v1/school/session-limits', {});
const dayHours = 24;
const restMinutes = [15, 30, 60, 240, 480, 24 * 60, 7 * 24 * 60];
const lastHours = [4, 8, 12, dayHours, 7 * dayHours, 30 * dayHours, 90 * dayHours];

/** How long people stay signed in, for those who run the campus. */
export function SessionLimitsCard() {
  const messages = useMessages();
  const { t } = messages;
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(limitsQuery());
  const put = useMutation({
    mutationFn: ({ limits }: { limits: SessionLimits; before?: SessionLimits }) =>
      call('PUT /api/v1/school/session-limits', limits),
    onSuccess(after, { before }) {
      client.setQueryData(limitsQuery().queryKey, after);
      const undo = before !== undefined && {
        action: { label: t('privacy.undo'), run: () => put.mutate({ limits: before }) },
      };
      showToast({ message: t('sessionLimits.saved'), ...undo });
    },
    onError: (failure) =>
      showAlert({ type: 'Error', message: errorText(failure, messages), autoClose: true }),
  });
  if (data === undefined)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Skeleton className="h-48" />
    );
  const shown = put.isPending ? put.variables.limits : data;
  /** `none` and the choices, with what is set where it is none of them; in units of one hour. */
  const options = (
    none: string,
    choices: readonly number[],
    set: number | null,
    perHour: number,
  ) => [
    { value: '', label: none },
    ...[...new Set([...choices, ...(set === null ? [] : [set])])]
      .toSorted((a, b) => a - b)
      .map((value) => ({ value: String(value), label: lengthOf(value / perHour) })),
  ];
  const lengthOf = (hours: number): string => {
    if (hours < 1 || !Number.isInteger(hours))
      return t('sessionLimits.minutes', { count: Math.round(hours * 60) });
    return hours % dayHours === 0
      ? t('sessionLimits.days', { count: hours / dayHours })
      : t('sessionLimits.hours', { count: hours });
  };
  const change = (part: Partial<SessionLimits>) =>
    put.mutate({ limits: { ...data, ...part }, before: data });
  const numberOf = (value: string): number | null => (value === '' ? null : Number(value));
  return (
    <Card title={t('sessionLimits.title')} description={t('sessionLimits.body')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('sessionLimits.idle')}
          description={t('sessionLimits.idleBody')}
          value={String(shown.idleMinutes ?? '')}
          options={options(t('sessionLimits.idleNone'), restMinutes, shown.idleMinutes, 60)}
          onChange={(value) => change({ idleMinutes: numberOf(value) })}
        />
        <Select
          label={t('sessionLimits.whole')}
          description={t('sessionLimits.wholeBody')}
          value={String(shown.hours ?? '')}
          options={options(t('sessionLimits.wholeNone'), lastHours, shown.hours, 1)}
          onChange={(value) => change({ hours: numberOf(value) })}
        />
      </div>
    </Card>
  );
}
