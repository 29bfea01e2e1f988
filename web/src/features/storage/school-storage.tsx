import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { HardDrive, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import type { StorageUser } from '#contract/storage/endpoints.ts';
import { storageLimits, storageMegabyte } from '#contract/storage/limits.ts';
import {
  getSchoolStorage,
  listStorageUsers,
  updateSchoolStorage,
} from '#contract/storage/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { DataTable, type DataColumn } from '../../kit/data-table.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { call, callQuery } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sizeText } from '../../ui/file-sizes.ts';
import { Pill } from '../../ui/pill.tsx';
import { nameOf } from '../people/person.ts';
import english from './messages/en.json';
import { PersonLimitDialog } from './person-limit-dialog.tsx';
import { StorageMeter } from './storage-meter.tsx';

addEnglish(english);

type School = ReplyOf<typeof getSchoolStorage>;

/** Shows the school's storage by type, its limits, and the people who use the most. */
export function SchoolStorage() {
  return (
    <div className="grid gap-6">
      <QueryBoundary
        query={useQuery(callQuery(getSchoolStorage, {}))}
        skeleton={['h-160', 'h-96']}
        isEmpty={() => false}
      >
        {(school) => (
          <>
            <UsedCard school={school} />
            <LimitsCard school={school} />
          </>
        )}
      </QueryBoundary>
      <People />
    </div>
  );
}

function UsedCard({ school: { used, schoolMegabytes, types } }: { school: School }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <Card description={t('storage.schoolBody')}>
      <div className="grid gap-5">
        <StorageMeter
          label={t('storage.title')}
          used={used}
          limit={schoolMegabytes === null ? null : schoolMegabytes * storageMegabyte}
        />
        {types.length > 0 && (
          <DataTable<School['types'][number]>
            label={t('storage.byType')}
            rows={types}
            idOf={({ type }) => type}
            nameOf={({ type }) => t(`storage.type.${type}`)}
            columns={[
              {
                id: 'type',
                label: t('storage.typeColumn'),
                cell: ({ type, files }) => (
                  <span className="grid">
                    <span className="font-medium">{t(`storage.type.${type}`)}</span>
                    {/* Pictures are measured, not counted. */}
                    {type !== 'pictures' && (
                      <span className="text-sm text-ink-2">
                        {t('storage.count', { count: files })}
                      </span>
                    )}
                  </span>
                ),
              },
              {
                id: 'size',
                label: t('storage.typeSize'),
                isEnd: true,
                phone: 'end',
                cell: ({ bytes }) => sizeText(bytes, messages),
              },
            ]}
          />
        )}
      </div>
    </Card>
  );
}

interface Draft {
  person: number | null;
  school: number | null;
}
const { NumberField } = ariaFieldsOf<Draft>();

function LimitsCard({ school }: { school: School }) {
  const { t } = useMessages();
  const { personMost, schoolMost } = storageLimits;
  const form = useForm<Draft>({
    defaultValues: { person: school.personMegabytes, school: school.schoolMegabytes },
    validate: ({ person }) => ({
      person: person === null ? t('storage.limitWrong', { max: personMost }) : undefined,
    }),
    save: ({ person, school: most }) =>
      call(updateSchoolStorage, {
        personMegabytes: person ?? school.personMegabytes,
        schoolMegabytes: most,
      }),
    invalidates: [getSchoolStorage, listStorageUsers],
    success: t('storage.limitsSaved'),
  });
  return (
    <Card title={t('storage.limits')} description={t('storage.limitsBody')}>
      <Form form={form}>
        <div className="grid max-w-xl gap-4">
          <NumberField
            name="person"
            label={t('storage.perPerson')}
            description={t('storage.perPersonHint')}
            min={0}
            max={personMost}
          />
          <NumberField
            name="school"
            label={t('storage.school')}
            description={t('storage.schoolHint')}
            min={0}
            max={schoolMost}
          />
        </div>
        <FormError form={form} />
        <div className="flex">
          <SubmitButton form={form}>{t('storage.save')}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

const pagesOf = (search: string) => ({
  queryKey: [listStorageUsers, 'pages', search] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listStorageUsers,
      { ...(search !== '' && { search }), ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

function People() {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<StorageUser | null>(null);
  useDebounced(text, (value) => setSearch(value.trim()));
  const people = useInfiniteQuery(pagesOf(search));
  const columns = useColumns(setEdited);
  return (
    <Card title={t('storage.people')}>
      <ListPage
        query={people}
        intro={t('storage.peopleBody')}
        search={{ label: t('storage.search'), value: text, onChange: setText }}
        isNarrowed={search !== ''}
        empty={{ icon: HardDrive, title: t('storage.noUsers') }}
        nothingFound={{ title: t('storage.nothingFound') }}
        skeleton={['h-72']}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <DataTable<StorageUser>
              label={t('storage.people')}
              rows={pages.flatMap(({ items }) => items)}
              idOf={({ person }) => person.uid}
              nameOf={({ person }) => nameOf(person)}
              columns={columns}
            />
            <LoadMore query={people} />
          </div>
        )}
      </ListPage>
      {edited && (
        <PersonLimitDialog
          user={edited}
          stale={[listStorageUsers]}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

function useColumns(onEdit: (user: StorageUser) => void): readonly DataColumn<StorageUser>[] {
  const messages = useMessages();
  const { t } = messages;
  return [
    {
      id: 'person',
      label: t('storage.userColumn'),
      cell: ({ person }) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2} />
          <span className="grid min-w-28">
            <bdi className="font-medium wrap-anywhere">{nameOf(person)}</bdi>
            <bdi className="text-sm text-ink-2 wrap-anywhere">{person.username}</bdi>
          </span>
        </span>
      ),
    },
    {
      id: 'used',
      label: t('storage.usedColumn'),
      cell: ({ used, limit, hasOwnLimit }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
          {t('storage.usedOf', {
            used: sizeText(used, messages),
            limit: sizeText(limit, messages),
          })}
          {hasOwnLimit && <Pill>{t('storage.ownLimit')}</Pill>}
        </span>
      ),
    },
    {
      id: 'limit',
      label: t('storage.changeColumn'),
      isEnd: true,
      phone: 'end',
      cell: (user) => (
        <IconButton
          label={t('storage.ownLimitOf', { name: nameOf(user.person) })}
          icon={Pencil}
          onClick={() => onEdit(user)}
        />
      ),
    },
  ];
}
