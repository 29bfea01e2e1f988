import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { BadgeDollarSign, Download, Mail, Plus, SearchX, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { exportDues, type listMemberDues } from '#contract/dues/calls.ts';
import type { DuesPlan } from '#contract/dues/endpoints.ts';
import { duesLimits, duesStates, type DuesState } from '#contract/dues/limits.ts';
import type { ReplyOf } from '#contract/call.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { WhenSettled } from '../../../kit/when-settled.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { StatGrid, StatTile } from '../../../ui/stat-tile.tsx';
import { duesQuery, memberDuesPages } from '../dues.data.ts';
import english from '../messages/en.json';
import { DuesTable } from './dues-table.tsx';
import { PlanForm } from './plan-form.tsx';
import { PlanList } from './plan-list.tsx';
import { RemindDialog } from './remind-dialog.tsx';

addEnglish(english);

type Figures = ReplyOf<typeof listMemberDues>['figures'];

/** The dues of a club for its officers: figures, members and plans. */
export function ManageDues({ club }: { club: string }) {
  const { t } = useMessages();
  const [isCreating, setCreating] = useState(false);
  const dues = useQuery(duesQuery(club));
  return (
    <QueryBoundary query={dues} skeleton={['h-10', 'h-28', 'h-96']} isEmpty={() => false}>
      {({ plans, currency, can }) =>
        can.manage ? (
          <>
            {plans.length === 0 ? (
              <EmptyState
                icon={BadgeDollarSign}
                title={t('dues.none')}
                action={
                  <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
                    {t('dues.newPlan')}
                  </Button>
                }
              >
                {t('dues.noneBody')}
              </EmptyState>
            ) : (
              <Members club={club} plans={plans} currency={currency} />
            )}
            {isCreating && (
              <PlanForm
                club={club}
                currency={currency}
                plan={null}
                onClose={() => setCreating(false)}
              />
            )}
          </>
        ) : (
          <EmptyState icon={ShieldAlert} title={t('dues.noAccess')}>
            {t('dues.noAccessBody')}
          </EmptyState>
        )
      }
    </QueryBoundary>
  );
}

function Members({
  club,
  plans,
  currency,
}: {
  club: string;
  plans: readonly DuesPlan[];
  currency: string;
}) {
  const { t } = useMessages();
  const [state, setState] = useState<DuesState | ''>('');
  const [plan, setPlan] = useState('');
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [isReminding, setReminding] = useState(false);
  useDebounced(text, (value) => setSearch(value.trim()));
  const members = useInfiniteQuery(
    memberDuesPages(club, {
      state: state === '' ? null : state,
      plan: plan === '' ? null : plan,
      search,
    }),
  );
  const save = useAction(() => call(exportDues, { id: club }), {
    onSuccess: ({ name, csv }) => saveFile(name, csv, 'text/csv'),
  });
  const first = members.data?.pages[0];
  return (
    <WhenSettled queries={[members]} skeleton={['h-10', 'h-28', 'h-96']} className="grid gap-5">
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">{t('dues.intro')}</p>
          <div className="flex flex-wrap gap-2">
            <Button icon={Download} isPending={save.isPending} onClick={() => save.run()}>
              {t('dues.export')}
            </Button>
            {first?.can.change === true && first.figures.remindable > 0 && (
              <Button variant="primary" icon={Mail} onClick={() => setReminding(true)}>
                {t('dues.remind', { count: first.figures.remindable })}
              </Button>
            )}
          </div>
        </div>
        {first && <DuesFigures figures={first.figures} />}
        <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
          <SearchField
            label={t('dues.search')}
            value={text}
            onChange={(value) => setText(value.slice(0, duesLimits.search))}
            isBusy={members.isFetching && members.data !== undefined}
          />
          <Select
            label={t('dues.filter')}
            isLabelHidden
            value={state}
            options={[
              { value: '', label: t('dues.anyState') },
              ...duesStates
                .filter((value) => value !== 'none')
                .map((value) => ({ value, label: t(`dues.state_${value}`) })),
            ]}
            onChange={setState}
          />
          {plans.length > 1 && (
            <Select
              label={t('dues.plan')}
              isLabelHidden
              value={plan}
              options={[
                { value: '', label: t('dues.anyPlan') },
                ...plans.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={setPlan}
            />
          )}
        </div>
        <QueryBoundary
          query={members}
          showsRefetchError
          skeleton={['h-96']}
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
          empty={{ icon: SearchX, title: t('dues.noMatch') }}
        >
          {({ pages }) => (
            <div className="grid gap-4">
              <DuesTable
                club={club}
                members={pages.flatMap(({ items }) => items)}
                canChange={pages[0]?.can.change === true}
              />
              <LoadMore query={members} />
            </div>
          )}
        </QueryBoundary>
        <PlanList club={club} currency={currency} plans={plans} />
        {isReminding && <RemindDialog club={club} onClose={() => setReminding(false)} />}
      </div>
    </WhenSettled>
  );
}

function DuesFigures({ figures }: { figures: Figures }) {
  const { t, number, locale } = useMessages();
  return (
    <StatGrid label={t('dues.figures')}>
      <StatTile
        label={t('dues.figure_paid')}
        value={number(figures.paid)}
        note={t('dues.figure_paidNote', { amount: moneyText(locale, figures.collected) })}
      />
      <StatTile
        label={t('dues.figure_owing')}
        value={number(figures.owing)}
        note={t('dues.figure_owingNote', { amount: moneyText(locale, figures.owed) })}
      />
      <StatTile
        label={t('dues.figure_lapsed')}
        value={number(figures.lapsed)}
        note={t('dues.figure_lapsedNote')}
      />
      <StatTile
        label={t('dues.figure_waived')}
        value={number(figures.waived)}
        note={figures.waivedBy > 0 && t('dues.figure_waivedNote', { count: figures.waivedBy })}
      />
    </StatGrid>
  );
}
