import { useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileDown, FilterX, ScrollText, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { exportAudit, listAudit } from '#contract/audit/calls.ts';
import { auditLimits as limits } from '#contract/audit/limits.ts';
import type { AuditEntry } from '#contract/audit/endpoints.ts';
import type { InputOf } from '#contract/call.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { PersonPicker } from '../../kit/person-picker.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { DateRange, type Days } from '../../ui/date-field.tsx';
import { LogEntry, logTypes } from './log-entry.tsx';

const size = 50;
const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the instant at which the day after `day` starts. */
const startOfNext = (day: string): string => {
  const next = new Date(`${day}T00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
};

type Filter = InputOf<typeof exportAudit>;
interface Address {
  q?: string | undefined;
  person?: string | undefined;
  type?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** The filters from the address, so that admins can share a filtered log. */
function useFilters() {
  const navigate = useNavigate();
  const { q, person, type, from, until } = useSearch();
  const days: Days | null = isDay(from) && isDay(until) ? { from, until } : null;
  const [kind, act] = type?.split('.') ?? [];
  const filter: Filter = {
    ...(q !== undefined && q !== '' && { search: q.slice(0, limits.search) }),
    ...(person !== undefined && { person }),
    ...(kind !== undefined && { kind }),
    ...(act !== undefined && { act }),
    // The days of the reader's time zone.
    ...(days && {
      from: new Date(`${days.from}T00:00`).toISOString(),
      until: startOfNext(days.until),
    }),
  };
  const change = (next: Address) =>
    void navigate({
      to: paths.adminAudit,
      search: { q, person, type, from, until, ...next },
      replace: true,
      resetScroll: false,
    });
  return { filter, days, q: q ?? '', person, type, change };
}

/** Returns a person mentioned in these entries. */
const faceIn = (entries: readonly AuditEntry[], uid: string): Face | undefined =>
  entries
    .flatMap(({ actor, people }) => [...(actor ? [actor] : []), ...people])
    .find((one) => one.uid === uid);

/** The activity log, newest first, with filters and an export. */
export function AuditSection() {
  const messages = useMessages();
  const { t } = messages;
  const { filter, days, q, person, type, change } = useFilters();
  const [text, setText] = useState(q);
  const [chosen, setChosen] = useState<Face | null>(null);
  useDebounced(text, (value) => change({ q: value.trim() || undefined }));
  const log = useInfiniteQuery({
    queryKey: [listAudit, 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, { ...filter, size, ...(pageParam > 0 && { before: pageParam }) }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  });
  const save = useAction(() => call(exportAudit, filter), {
    onSuccess: ({ name, csv }) => saveFile(name, csv, 'text/csv'),
    success: ({ isTruncated }) =>
      isTruncated ? { message: t('audit.truncated'), stays: true } : null,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const isNarrowed = Object.keys(filter).length > 0;
  const face =
    person === undefined
      ? null
      : ((chosen?.uid === person ? chosen : faceIn(entries, person)) ?? {
          uid: person,
          firstName: t('audit.chosenPerson'),
          lastName: '',
          photoUrl: null,
        });
  const broken = log.data?.pages.map((page) => page.brokenAt).find((number) => number !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {broken !== undefined && (
        <p role="alert" className="flex gap-3 rounded-card bg-fill p-4 font-medium text-bad">
          <TriangleAlert size={20} aria-hidden className="shrink-0" />
          {t('audit.broken', { number: broken })}
        </p>
      )}
      <ListPage
        query={log}
        intro={t('audit.body')}
        search={{ label: t('audit.search'), value: text, onChange: setText }}
        filters={
          <div className="grid w-full grid-cols-[minmax(0,1fr)] items-end gap-3 sm:grid-cols-2">
            <PersonPicker
              label={t('audit.person')}
              people={face === null ? [] : [face]}
              max={1}
              onChange={([next]) => {
                setChosen(next ?? null);
                change({ person: next?.uid });
              }}
            />
            <Combobox
              label={t('audit.type')}
              placeholder={t('audit.anyType')}
              options={logTypes(messages)}
              value={type ?? null}
              onChange={(next) => change({ type: next ?? undefined })}
            />
            <DateRange
              label={t('audit.dates')}
              value={days}
              onChange={(next) => change({ from: next?.from, until: next?.until })}
            />
            <div className="flex flex-wrap gap-2 sm:justify-end">
              <Button icon={FileDown} isPending={save.isPending} onClick={() => save.run()}>
                {t('audit.export')}
              </Button>
              {isNarrowed && (
                <Button
                  variant="quiet"
                  icon={FilterX}
                  onClick={() => {
                    setText('');
                    change({
                      q: undefined,
                      person: undefined,
                      type: undefined,
                      from: undefined,
                      until: undefined,
                    });
                  }}
                >
                  {t('audit.clear')}
                </Button>
              )}
            </div>
          </div>
        }
        isNarrowed={isNarrowed}
        empty={{ icon: ScrollText, title: t('audit.none') }}
        nothingFound={{ title: t('audit.noneFound'), body: t('audit.noneFoundBody') }}
        skeleton={['h-96']}
        // A page of a search can be empty although earlier entries match.
        isEmpty={({ pages }) => entries.length === 0 && pages.at(-1)?.next === null}
      >
        {() => (
          <div className="grid gap-4">
            {entries.length === 0 ? (
              <p className="text-ink-2">{t('audit.noneYet')}</p>
            ) : (
              <ol className="card divide-y divide-line" aria-label={t('auditLog.title')}>
                {entries.map((entry) => (
                  <LogEntry key={entry.number} entry={entry} canUnfold />
                ))}
              </ol>
            )}
            <LoadMore query={log}>{t('audit.more')}</LoadMore>
          </div>
        )}
      </ListPage>
    </div>
  );
}
