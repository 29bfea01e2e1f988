import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, SearchX, Users } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import { exportCoursePeople, type listCoursePeople } from '#contract/courses/calls.ts';
import type { SectionRole } from '#contract/courses/kinds.ts';
import { DataTable, type DataColumn } from '../../kit/data-table.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { RosterNote } from '../lti/roster-note.tsx';
import { nameOf, profileLink } from '../people/person.ts';
import { peoplePages } from './courses.data.ts';
import english from './messages/en.json';

addEnglish(english);

type CoursePerson = ReplyOf<typeof listCoursePeople>['items'][number];

const roles = ['all', 'teacher', 'student'] as const;

/** The people of a course, with a search and a filter. Teachers can export them. */
export function CoursePeople({ id, isTeacher }: { id: string; isTeacher: boolean }) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<'all' | SectionRole>('all');
  useDebounced(text, (value) => setSearch(value.trim()));
  const people = useInfiniteQuery(peoplePages(id, search, role === 'all' ? null : role));
  const save = useAction(() => call(exportCoursePeople, { id }), {
    onSuccess: ({ name, csv }) => saveFile(name, csv, 'text/csv'),
  });
  const isFiltered = search !== '' || role !== 'all';
  const columns: readonly DataColumn<CoursePerson>[] = [
    { id: 'name', label: t('courses.person'), cell: (one) => <Person person={one} /> },
    {
      id: 'role',
      label: t('courses.role'),
      cell: (one) =>
        one.dropped ? <Pill>{t('courses.dropped')}</Pill> : t(`courses.role_${one.role}`),
    },
    {
      id: 'major',
      label: t('courses.major'),
      cell: (one) => one.major && <bdi>{one.major}</bdi>,
    },
    {
      id: 'year',
      label: t('courses.classYear'),
      cell: (one) => one.yearOfGraduation !== null && String(one.yearOfGraduation),
    },
    {
      id: 'act',
      label: t('courses.contact'),
      phone: 'end',
      isEnd: true,
      cell: (one) =>
        one.connectionStatus !== -1 && (
          <span className="inline-flex justify-end">
            <ConnectButtons person={one} placement="row" />
          </span>
        ),
    },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isTeacher && <RosterNote section={id} />}
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <SearchField
            label={t('courses.searchPeople')}
            value={text}
            onChange={setText}
            isBusy={people.isFetching && people.data !== undefined}
          />
        </div>
        <Segmented
          label={t('courses.role')}
          value={role}
          options={roles.map((value) => ({ value, label: t(`courses.roles_${value}`) }))}
          onChange={setRole}
        />
        {isTeacher && (
          <Button icon={Download} isPending={save.isPending} onClick={() => save.run()}>
            {t('courses.exportPeople')}
          </Button>
        )}
      </div>
      <QueryBoundary
        query={people}
        showsRefetchError
        empty={
          isFiltered
            ? { icon: SearchX, title: t('courses.noPeopleFound') }
            : { icon: Users, title: t('courses.noPeople') }
        }
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <DataTable
              label={t('courses.tab_people')}
              rows={pages.flatMap(({ items }) => items)}
              idOf={({ uid }) => uid}
              nameOf={nameOf}
              columns={columns}
            />
            <LoadMore query={people} />
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}

function Person({ person }: { person: CoursePerson }) {
  return (
    <span className={`flex items-center gap-3 ${person.dropped ? 'opacity-70' : ''}`}>
      <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />
      <Link
        {...profileLink(person.uid)}
        dir="auto"
        className="min-w-0 rounded-sm font-medium wrap-anywhere hover:underline"
      >
        {nameOf(person)}
      </Link>
    </span>
  );
}
