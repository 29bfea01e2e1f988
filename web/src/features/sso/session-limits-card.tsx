import { useQuery } from '@tanstack/react-query';
import type { SessionLimits } from '#contract/schools/endpoints.ts';
import { getSessionLimits, updateSessionLimits } from '#contract/schools/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';

const limitsQuery = () => callQuery(getSessionLimits, {});
const dayHours = 24;
const idleMinutes = [15, 30, 60, 240, 480, 24 * 60, 7 * 24 * 60];
const lastHours = [4, 8, 12, dayHours, 7 * dayHours, 30 * dayHours, 90 * dayHours];

/** Session limits, for admins. */
export function SessionLimitsCard() {
  const { t } = useMessages();
  const limits = useQuery(limitsQuery());
  const put = useAction((next: SessionLimits) => call(updateSessionLimits, next), {
    updates: limitsQuery().queryKey,
    success: t('sessionLimits.saved'),
    undo: (_, before) => before,
  });
  /** Returns `none` and the choices, plus the current value if it isn't one of them. In hours. */
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
  const numberOf = (value: string): number | null => (value === '' ? null : Number(value));
  return (
    <QueryBoundary query={limits} skeleton={['h-48']}>
      {(data) => {
        const shown = put.pendingInput ?? data;
        const change = (part: Partial<SessionLimits>) => put.run({ ...data, ...part });
        return (
          <Card title={t('sessionLimits.title')} description={t('sessionLimits.body')}>
            <div className="grid gap-4 sm:grid-cols-2">
              <Select
                label={t('sessionLimits.idle')}
                description={t('sessionLimits.idleBody')}
                value={String(shown.idleMinutes ?? '')}
                options={options(t('sessionLimits.idleNone'), idleMinutes, shown.idleMinutes, 60)}
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
      }}
    </QueryBoundary>
  );
}
