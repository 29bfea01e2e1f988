import { CalendarRange, Lock, Pencil } from 'lucide-react';
import { useState } from 'react';
import {
  closeBudgetPeriod,
  createBudgetPeriod,
  updateBudgetPeriod,
} from '#contract/budgets/calls.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import type { BudgetPeriod } from '#contract/budgets/staff.endpoints.ts';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { Row, RowIcon, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { staleMoney } from '../budgets.data.ts';

/** The periods of the school's budget. */
export function Periods({ periods }: { periods: readonly BudgetPeriod[] }) {
  const { t, day } = useMessages();
  const [editing, setEditing] = useState<BudgetPeriod | 'new' | null>(null);
  const close = useAction(
    ({ id, version }: BudgetPeriod) => call(closeBudgetPeriod, { id, version }),
    {
      confirm: ({ name }) => ({
        title: t('budgets.closePeriodTitle', { name }),
        body: t('budgets.closePeriodBody'),
        confirmLabel: t('budgets.closePeriod'),
      }),
      success: ({ returned }) => t('budgets.periodClosedToast', { count: returned }),
      invalidates: staleMoney,
    },
  );
  return (
    <>
      <ListPage
        query={{ data: { items: periods }, error: null, isFetching: false, refetch: () => null }}
        intro={t('budgets.periodsIntro')}
        add={{ label: t('budgets.newPeriod'), onAdd: () => setEditing('new') }}
        empty={{ icon: CalendarRange, title: t('budgets.noPeriods') }}
      >
        {({ items }) => (
          <RowList label={t('budgets.tab_periods')} isCard>
            {items.map((period) => (
              <Row
                key={period.id}
                mark={
                  <RowIcon>
                    <CalendarRange size={20} strokeWidth={1.75} aria-hidden />
                  </RowIcon>
                }
                title={period.name}
                aside={
                  period.closedAt !== null ? (
                    <Pill>{t('budgets.periodClosed')}</Pill>
                  ) : (
                    period.isCurrent && <Pill tone="brand">{t('budgets.periodCurrent')}</Pill>
                  )
                }
                lines={[
                  t('budgets.periodDays', {
                    from: day(period.from, 'medium'),
                    to: day(period.to, 'medium'),
                  }),
                ]}
                end={
                  period.closedAt === null && (
                    <>
                      <Button size="sm" icon={Pencil} onClick={() => setEditing(period)}>
                        {t('budgets.edit')}
                      </Button>
                      <Button size="sm" icon={Lock} onClick={() => close.run(period)}>
                        {t('budgets.closePeriod')}
                      </Button>
                    </>
                  )
                }
              />
            ))}
          </RowList>
        )}
      </ListPage>
      {editing !== null && (
        <PeriodDialog
          period={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

interface Draft {
  name: string;
  from: string | null;
  to: string | null;
}
const { TextField } = fieldsOf<Draft>();
const { DatePicker } = dateFieldsOf<Draft>();

function PeriodDialog({ period, onClose }: { period: BudgetPeriod | null; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft, BudgetPeriod>
      title={t(period === null ? 'budgets.newPeriod' : 'budgets.editPeriod')}
      submitLabel={t('budgets.save')}
      defaultValues={{
        name: period?.name ?? '',
        from: period?.from ?? null,
        to: period?.to ?? null,
      }}
      validate={({ name, from, to }) => ({
        name: name.trim() === '' ? t('budgets.nameMissing') : undefined,
        from: from === null ? t('budgets.dateMissing') : undefined,
        to: to === null ? t('budgets.dateMissing') : undefined,
      })}
      errorFields={{ budget_period_dates: 'to' }}
      save={({ name, from, to }, clientId) => {
        const days = { name: name.trim(), from: from ?? '', to: to ?? '' };
        return period === null
          ? call(createBudgetPeriod, { clientId, ...days })
          : call(updateBudgetPeriod, { id: period.id, version: period.version, ...days });
      }}
      success={t('budgets.saved')}
      invalidates={staleMoney}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('budgets.name')}
        placeholder="2026–27"
        maxLength={budgetLimits.periodName}
      />
      <DatePicker name="from" label={t('budgets.firstDay')} />
      <DatePicker name="to" label={t('budgets.lastDay')} />
    </FormDialog>
  );
}
