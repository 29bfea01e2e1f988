import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import type { ScheduleFilters } from '#contract/schedule/endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import {
  freeHoursAudiences,
  scheduleFilters,
  type FreeHoursAudience,
  type ScheduleFilter,
} from '#contract/schedule/limits.ts';
import {
  getSchedule,
  getScheduleConfig,
  type getScheduleOptions,
  updateFreeHoursSharing,
} from '#contract/schedule/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, queryClient } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import english from './messages/en.json';
import { configQuery, optionsQuery, saveConfig, sharingQuery } from './schedule.data.ts';

addEnglish(english);

/** Which classes the user's schedule shows, and who can see their availability. */
export function ScheduleSettings() {
  const { t } = useMessages();
  const config = useQuery(configQuery());
  const options = useQuery(optionsQuery());
  const both = {
    data: config.data && options.data && { config: config.data, options: options.data },
    error: config.error ?? options.error,
    isFetching: config.isFetching || options.isFetching,
    refetch: () => Promise.all([config.refetch(), options.refetch()]),
  };
  return (
    // The cards are shown together, because the first card would move the second one.
    <WhenSettled queries={[config, options]} skeleton={['h-72', 'h-48']}>
      <QueryBoundary
        query={both}
        isEmpty={({ options: { courses } }) => courses.length === 0}
        empty={{
          icon: CalendarDays,
          title: t('schedule.noClasses'),
          body: t('schedule.noClassesBody'),
        }}
      >
        {(data) => <Shown {...data} />}
      </QueryBoundary>
      <Sharing />
    </WhenSettled>
  );
}

interface ShownProps {
  config: ScheduleFilters;
  options: ReplyOf<typeof getScheduleOptions>;
}

function Shown({ config, options }: ShownProps) {
  const { t } = useMessages();
  const { queryKey } = configQuery();
  const save = useAction(saveConfig, {
    updates: queryKey,
    scope: getScheduleConfig,
    optimistic: (next) => {
      const before = queryClient.getQueryData<ScheduleFilters>(queryKey);
      queryClient.setQueryData(queryKey, next);
      return () => queryClient.setQueryData(queryKey, before);
    },
    invalidates: [getSchedule],
  });
  const choices: Readonly<Record<ScheduleFilter, readonly { value: string; label: string }[]>> = {
    terms: options.terms,
    courses: options.courses.map(({ value, label, title }) => ({
      value,
      label: label === title ? label : `${label} ${title}`,
    })),
    kinds: options.kinds.map((kind) => ({ value: kind, label: t(`schedule.kind_${kind}`) })),
  };
  const toggle = (name: ScheduleFilter, value: string, isOn: boolean) => {
    const all = choices[name].map((one) => one.value);
    const shown = config[name].length === 0 ? all : all.filter((one) => config[name].includes(one));
    const next = isOn
      ? all.filter((one) => one === value || shown.includes(one))
      : shown.filter((one) => one !== value);
    // An empty filter shows everything, so at least one value stays.
    if (next.length === 0) return;
    save.run({ ...config, [name]: next.length === all.length ? [] : next });
  };
  return (
    <Card title={t('schedule.shown')} description={t('schedule.shownBody')}>
      <div className="grid gap-6">
        {scheduleFilters
          .filter((name) => choices[name].length > 1)
          .map((name) => {
            const isOn = (value: string) =>
              config[name].length === 0 || config[name].includes(value);
            const on = choices[name].filter(({ value }) => isOn(value)).length;
            return (
              <fieldset key={name} className="grid gap-1">
                <legend className="mb-1 text-sm font-bold">{t(`schedule.${name}`)}</legend>
                {choices[name].map(({ value, label }) => (
                  <Checkbox
                    key={value}
                    label={label}
                    isChecked={isOn(value)}
                    isDisabled={on === 1 && isOn(value)}
                    onChange={(next) => toggle(name, value, next)}
                  />
                ))}
              </fieldset>
            );
          })}
      </div>
    </Card>
  );
}

function Sharing() {
  const { t } = useMessages();
  const query = useQuery(sharingQuery());
  const save = useAction(
    (audience: FreeHoursAudience) => call(updateFreeHoursSharing, { audience }),
    { updates: sharingQuery().queryKey, success: t('schedule.saved') },
  );
  return (
    <Card
      title={t('schedule.sharing')}
      description={t('schedule.sharingBody')}
      aside={
        <Link to={paths.together} className="text-sm font-medium text-brand-text hover:underline">
          {t('schedule.together')}
        </Link>
      }
    >
      <QueryBoundary query={query} isSmall isEmpty={() => false}>
        {({ audience }) => (
          <RadioGroup
            label={t('schedule.sharing')}
            isLabelHidden
            value={save.pendingInput ?? audience}
            options={freeHoursAudiences.map((one) => ({
              value: one,
              label: t(`schedule.sharing_${one}`),
            }))}
            onChange={save.run}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}
